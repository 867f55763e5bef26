import { queryOptions } from "@tanstack/react-query";
import { get, post } from "./client";
import { download } from "./download";

/* The requests of a link that a rider without an account got by SMS; the token is the permission. */

export const guestTripKey = (token: string) => ["guest-trip", token] as const;

export const guestTripQuery = (token: string) =>
  queryOptions({
    queryKey: guestTripKey(token),
    queryFn: ({ signal }) => get("guest/{token}/", { path: { token }, signal, anonymous: true }),
  });

/** The current cancellation fee. It grows every minute, so it is always refetched. */
export const guestCancelPreviewQuery = (token: string) =>
  queryOptions({
    queryKey: [...guestTripKey(token), "cancel-preview"],
    queryFn: ({ signal }) =>
      get("guest/{token}/cancel/preview/", { path: { token }, signal, anonymous: true }),
    gcTime: 0,
    staleTime: 0,
    refetchInterval: 20_000,
  });

export const cancelAsGuest = (
  token: string,
  body: { reason_value?: number; reason?: string; fee: string },
) => post("guest/{token}/cancel/", { path: { token }, body, anonymous: true });

export const guestMessagesQuery = (token: string) =>
  queryOptions({
    queryKey: [...guestTripKey(token), "messages"],
    queryFn: ({ signal }) =>
      get("guest/{token}/messages/", { path: { token }, signal, anonymous: true }),
  });

export const writeAsGuest = (token: string, body: { message: string; client_id: string }) =>
  post("guest/{token}/messages/", { path: { token }, body, anonymous: true });

export const guestPaymentKey = (token: string) => [...guestTripKey(token), "payment"] as const;

/** The amount to pay, the gateways, and the last payment by the link. */
export const guestPaymentQuery = (token: string) =>
  queryOptions({
    queryKey: guestPaymentKey(token),
    queryFn: ({ signal }) =>
      get("guest/{token}/payment/", { path: { token }, signal, anonymous: true }),
  });

/** Starts a card payment of the booking. */
export const payAsGuest = (token: string, provider: string, idempotencyKey: string) =>
  post("guest/{token}/payment/", {
    path: { token },
    body: { provider },
    idempotencyKey,
    anonymous: true,
  });

/** Checks the last payment with the gateway now. */
export const checkGuestPayment = (token: string) =>
  post("guest/{token}/payment/check/", { path: { token }, anonymous: true });

export const guestReceiptQuery = (token: string) =>
  queryOptions({
    queryKey: [...guestTripKey(token), "receipt"],
    queryFn: ({ signal }) =>
      get("guest/{token}/receipt/", { path: { token }, signal, anonymous: true }),
  });

/** Downloads the receipt as a PDF, in the page's language. */
export const guestReceiptPdf = (token: string, reference: string) =>
  download(`guest/${token}/receipt/`, `receipt-${reference}.pdf`, {
    params: { format: "pdf" },
    anonymous: true,
  });
