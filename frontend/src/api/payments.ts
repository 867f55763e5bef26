import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { meKey } from "./me";
import { request } from "./request";
import type {
  Page,
  PaymentAttempt,
  PaymentProvider,
  Results,
  TestPayment,
  WalletMove,
} from "./types";

/** The gateways that may be chosen now; none where none is configured for the currency. */
export const paymentProvidersQuery = () =>
  queryOptions({
    queryKey: ["settings", "payment-providers"],
    queryFn: ({ signal }) => request<Results<PaymentProvider>>("payment-providers/", { signal }),
    select: (page) => page.results,
    staleTime: 60_000,
  });

/** The movements of one's wallet, the newest first. */
export const walletHistoryQuery = () =>
  infiniteQueryOptions({
    queryKey: [...meKey, "wallet", "history"],
    queryFn: ({ pageParam, signal }) =>
      request<Page<WalletMove>>("me/wallet/history/", { signal, params: { cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

export const beginTopUp = (body: { provider: string; amount: string }, idempotencyKey: string) =>
  request<PaymentAttempt>("me/wallet/top-ups/", { method: "POST", body, idempotencyKey });

// Below `me`: the socket's word on a payment makes it read again.
export const paymentKey = (ref: string) => [...meKey, "payments", ref] as const;

export const paymentQuery = (ref: string) =>
  queryOptions({
    queryKey: paymentKey(ref),
    queryFn: ({ signal }) => request<PaymentAttempt>(`payments/checkouts/${ref}/`, { signal }),
  });

/** Has the gateway asked now. */
export const checkPayment = (ref: string) =>
  request<PaymentAttempt>(`payments/checkouts/${ref}/check/`, { method: "POST" });

export const testPaymentQuery = (ref: string) =>
  queryOptions({
    queryKey: [...paymentKey(ref), "test"],
    queryFn: ({ signal }) => request<TestPayment>(`payments/test/pages/${ref}/`, { signal }),
  });

export const pressTestButton = (ref: string, button: string) =>
  request<TestPayment>(`payments/test/pages/${ref}/`, { method: "POST", body: { button } });
