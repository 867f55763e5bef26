import { queryOptions } from "@tanstack/react-query";
import { get, post } from "./client";

export const transactionsKey = ["transactions"] as const;

/** A payment attempt with its gateway events and refunds. */
export const transactionQuery = (ref: string) =>
  queryOptions({
    queryKey: [...transactionsKey, ref],
    queryFn: ({ signal }) => get("payments/attempts/{ref}/", { path: { ref }, signal }),
  });

export const refundTransaction = (
  ref: string,
  amount: string,
  reason: string,
  idempotencyKey: string,
) =>
  post("payments/checkouts/{ref}/refund/", {
    path: { ref },
    body: { amount, reason },
    idempotencyKey,
  });

/** Checks the payment with the gateway now. */
export const checkTransaction = (ref: string) =>
  post("payments/checkouts/{ref}/check/", { path: { ref } });
