import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { PaymentAccount, Results } from "./types";

export const paymentAccountsKey = ["payment-accounts"] as const;

/** Every gateway in its test and its live mode, entered or not; no secret is among what comes. */
export const paymentAccountsQuery = () =>
  queryOptions({
    queryKey: paymentAccountsKey,
    queryFn: ({ signal }) => request<Results<PaymentAccount>>("payment-accounts/", { signal }),
    select: ({ results }) => results,
  });
