import { queryOptions } from "@tanstack/react-query";
import { get, post, put } from "./client";
import type { components } from "./schema";

export type PaymentAccount = components["schemas"]["Account"];
export type Credential = components["schemas"]["CredentialState"];

/** Below the settings key, so that settings events invalidate it. */
export const paymentAccountsKey = ["settings", "payment-accounts"] as const;

export const paymentAccountsQuery = () =>
  queryOptions({
    queryKey: paymentAccountsKey,
    queryFn: ({ signal }) => get("payment-accounts/", { signal }),
    select: (page) => page.results,
    staleTime: 0,
  });

/** Tests the credentials with a read-only call to the gateway. */
export const checkPaymentAccount = ({
  provider,
  mode,
}: Pick<PaymentAccount, "provider" | "mode">) =>
  post("payment-accounts/{provider}/{mode}/check/", { path: { provider, mode }, body: {} });

/** An omitted credential stays unchanged; an empty one is removed. */
export const setPaymentAccount = (
  { provider, mode }: Pick<PaymentAccount, "provider" | "mode">,
  change: { enabled?: boolean; credentials?: Record<string, string> },
) => put("payment-accounts/{provider}/{mode}/", { path: { provider, mode }, body: change });
