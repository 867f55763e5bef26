import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { get, post } from "./client";
import { meKey } from "./me";
import type { TestPayment, WalletEntry } from "./types";

/** The gateways available now, for an amount if given; may be empty. */
export const paymentProvidersQuery = (amount?: string) =>
  queryOptions({
    queryKey: ["settings", "payment-providers", ...(amount ? [amount] : [])],
    queryFn: ({ signal }) =>
      get("payment-providers/", { signal, ...(amount ? { params: { amount } } : {}) }),
    select: (page) => page.results,
    staleTime: 60_000,
  });

export interface WalletHistoryFilters {
  type?: WalletEntry["type"];
  /** Days in the platform's time zone, both included. */
  from?: string;
  to?: string;
  /** A substring of the reference. */
  search?: string;
}

/** The entries of the user's own wallet, newest first. */
export const walletHistoryQuery = (filters: WalletHistoryFilters = {}) =>
  infiniteQueryOptions({
    queryKey: [...meKey, "wallet", "history", filters],
    queryFn: ({ pageParam, signal }) =>
      get("me/wallet/history/", { signal, params: { ...filters, cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

export const beginTopUp = (body: { provider: string; amount: string }, idempotencyKey: string) =>
  post("me/wallet/top-ups/", { body, idempotencyKey });

/** Starts a card payment of a booking, for the whole amount or what the wallet does not cover. */
export const payBooking = (
  bookingId: number,
  body: { provider: string; use_wallet: boolean },
  idempotencyKey: string,
) => post("payments/bookings/{id}/", { path: { id: bookingId }, body, idempotencyKey });

/** The card payment attempts of a booking, newest first. */
export const bookingPaymentsQuery = (bookingId: number) =>
  queryOptions({
    queryKey: [...meKey, "payments", "of-booking", bookingId],
    queryFn: ({ signal }) => get("payments/bookings/{id}/", { path: { id: bookingId }, signal }),
    select: (page) => page.results,
  });

// Below the `me` key, so that the socket's payment event refetches it.
export const paymentKey = (ref: string) => [...meKey, "payments", ref] as const;

export const paymentQuery = (ref: string) =>
  queryOptions({
    queryKey: paymentKey(ref),
    queryFn: ({ signal }) => get("payments/checkouts/{ref}/", { path: { ref }, signal }),
  });

/** Checks the payment with the gateway now. */
export const checkPayment = (ref: string) =>
  post("payments/checkouts/{ref}/check/", { path: { ref } });

export const testPaymentQuery = (ref: string) =>
  queryOptions({
    queryKey: [...paymentKey(ref), "test"],
    queryFn: ({ signal }) => get("payments/test/pages/{ref}/", { path: { ref }, signal }),
  });

export const pressTestButton = (ref: string, button: TestPayment["buttons"][number]) =>
  post("payments/test/pages/{ref}/", { path: { ref }, body: { button } });
