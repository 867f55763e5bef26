import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { CheckedPromo } from "./types";

/** What a promo takes off a quoted price, or why it does not: asked again for every new quote. */
export const promoCheckQuery = (promo: string | null, quoteId: string) =>
  queryOptions({
    queryKey: ["promos", "check", promo, quoteId],
    queryFn: ({ signal }) =>
      request<CheckedPromo>("promos/check/", {
        method: "POST",
        body: { promo_name: promo, quote_id: quoteId },
        signal,
      }),
    enabled: promo !== null,
    retry: false,
    staleTime: 60_000,
  });
