import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { CheckedPromo } from "./types";

/** The discount of a promo code on a quote, or why the code is invalid; refetched for every quote. */
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
