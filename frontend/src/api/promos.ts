import { queryOptions } from "@tanstack/react-query";
import { post } from "./client";

/** The discount of a promo code on a quote, or why the code is invalid; refetched for every quote. */
export const promoCheckQuery = (promo: string | null, quoteId: string, customerId?: number) =>
  queryOptions({
    queryKey: ["promos", "check", promo, quoteId, customerId ?? null],
    queryFn: ({ signal }) =>
      post("promos/check/", {
        body: { promo_name: promo ?? "", quote_id: quoteId, customer_id: customerId },
        signal,
      }),
    enabled: promo !== null,
    retry: false,
    staleTime: 60_000,
  });
