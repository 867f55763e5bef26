import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { CheckedPromo } from "./types";

/** What a promo takes off a quoted price, or why it does not: asked again for every new quote. */
export const promoCheckQuery = (promo: string | null, quoteId: string, customerId?: number) =>
  queryOptions({
    queryKey: ["promos", "check", promo, quoteId, customerId ?? null],
    queryFn: ({ signal }) =>
      request<CheckedPromo>("promos/check/", {
        method: "POST",
        body: { promo_name: promo, quote_id: quoteId, customer_id: customerId },
        signal,
      }),
    enabled: promo !== null,
    retry: false,
    staleTime: 60_000,
  });
