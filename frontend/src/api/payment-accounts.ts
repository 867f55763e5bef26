import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { components } from "./schema";
import type { Results } from "./types";

export type PaymentAccount = components["schemas"]["Account"];
export type Credential = components["schemas"]["CredentialState"];

/** Below the settings key, so that settings events invalidate it. */
export const paymentAccountsKey = ["settings", "payment-accounts"] as const;

export const paymentAccountsQuery = () =>
  queryOptions({
    queryKey: paymentAccountsKey,
    queryFn: ({ signal }) => request<Results<PaymentAccount>>("payment-accounts/", { signal }),
    select: (page) => page.results,
    staleTime: 0,
  });

/** Tests the credentials with a read-only call to the gateway. */
export const checkPaymentAccount = ({
  provider,
  mode,
}: Pick<PaymentAccount, "provider" | "mode">) =>
  request<PaymentAccount>(`payment-accounts/${provider}/${mode}/check/`, {
    method: "POST",
    body: {},
  });

/** An omitted credential stays unchanged; an empty one is removed. */
export const setPaymentAccount = (
  { provider, mode }: Pick<PaymentAccount, "provider" | "mode">,
  change: { enabled?: boolean; credentials?: Record<string, string> },
) =>
  request<PaymentAccount>(`payment-accounts/${provider}/${mode}/`, { method: "PUT", body: change });
