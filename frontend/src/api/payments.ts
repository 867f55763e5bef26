import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { meKey } from "./me";
import { request } from "./request";
import type {
  Page,
  PaymentAttempt,
  PaymentProvider,
  Results,
  TestPayment,
  WalletEntry,
} from "./types";

/** The gateways that may be chosen now, for an amount where one is named; there may be none. */
export const paymentProvidersQuery = (amount?: string) =>
  queryOptions({
    queryKey: ["settings", "payment-providers", ...(amount ? [amount] : [])],
    queryFn: ({ signal }) =>
      request<Results<PaymentProvider>>("payment-providers/", {
        signal,
        ...(amount ? { params: { amount } } : {}),
      }),
    select: (page) => page.results,
    staleTime: 60_000,
  });

export interface MoveFilters {
  type?: WalletEntry["type"];
  /** Days of the platform's calendar, both included. */
  from?: string;
  to?: string;
  /** A part of the reference. */
  search?: string;
}

/** The movements of one's wallet, the newest first. */
export const walletHistoryQuery = (filters: MoveFilters = {}) =>
  infiniteQueryOptions({
    queryKey: [...meKey, "wallet", "history", filters],
    queryFn: ({ pageParam, signal }) =>
      request<Page<WalletEntry>>("me/wallet/history/", {
        signal,
        params: { ...filters, cursor: pageParam },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

export const beginTopUp = (body: { provider: string; amount: string }, idempotencyKey: string) =>
  request<PaymentAttempt>("me/wallet/top-ups/", { method: "POST", body, idempotencyKey });

/** Begins to pay a booking by card, all of it or what the wallet leaves. */
export const payBooking = (
  bookingId: number,
  body: { provider: string; use_wallet: boolean },
  idempotencyKey: string,
) =>
  request<PaymentAttempt>(`payments/bookings/${bookingId}/`, {
    method: "POST",
    body,
    idempotencyKey,
  });

/** The tries to pay a booking by card, the newest first. */
export const bookingPaymentsQuery = (bookingId: number) =>
  queryOptions({
    queryKey: [...meKey, "payments", "of-booking", bookingId],
    queryFn: ({ signal }) =>
      request<Results<PaymentAttempt>>(`payments/bookings/${bookingId}/`, { signal }),
    select: (page) => page.results,
  });

// Below `me`: the socket's payment event refetches it.
export const paymentKey = (ref: string) => [...meKey, "payments", ref] as const;

export const paymentQuery = (ref: string) =>
  queryOptions({
    queryKey: paymentKey(ref),
    queryFn: ({ signal }) => request<PaymentAttempt>(`payments/checkouts/${ref}/`, { signal }),
  });

/** Checks the payment with the gateway now. */
export const checkPayment = (ref: string) =>
  request<PaymentAttempt>(`payments/checkouts/${ref}/check/`, { method: "POST" });

export const testPaymentQuery = (ref: string) =>
  queryOptions({
    queryKey: [...paymentKey(ref), "test"],
    queryFn: ({ signal }) => request<TestPayment>(`payments/test/pages/${ref}/`, { signal }),
  });

export const pressTestButton = (ref: string, button: string) =>
  request<TestPayment>(`payments/test/pages/${ref}/`, { method: "POST", body: { button } });
