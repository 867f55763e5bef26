import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { components } from "./schema";
import type { Results } from "./types";

export type PaymentAccount = components["schemas"]["Account"];
export type Credential = components["schemas"]["CredentialState"];

/** Under the settings, whose event tells of its changes as well. */
export const paymentAccountsKey = ["settings", "payment-accounts"] as const;

export const paymentAccountsQuery = () =>
  queryOptions({
    queryKey: paymentAccountsKey,
    queryFn: ({ signal }) => request<Results<PaymentAccount>>("payment-accounts/", { signal }),
    select: (page) => page.results,
    staleTime: 0,
  });

/** Has the gateway asked by a call that changes nothing there; the answer says what came of it. */
export const checkPaymentAccount = ({
  provider,
  mode,
}: Pick<PaymentAccount, "provider" | "mode">) =>
  request<PaymentAccount>(`payment-accounts/${provider}/${mode}/check/`, {
    method: "POST",
    body: {},
  });

/** A credential that is not named keeps its value; an empty one is forgotten. */
export const setPaymentAccount = (
  { provider, mode }: Pick<PaymentAccount, "provider" | "mode">,
  change: { enabled?: boolean; credentials?: Record<string, string> },
) =>
  request<PaymentAccount>(`payment-accounts/${provider}/${mode}/`, { method: "PUT", body: change });
