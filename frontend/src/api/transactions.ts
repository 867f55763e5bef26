import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { PaymentRefund, TransactionDetail } from "./types";

export const transactionsKey = ["transactions"] as const;

/** One attempt to pay, with what its gateway sent and what was given back. */
export const transactionQuery = (ref: string) =>
  queryOptions({
    queryKey: [...transactionsKey, ref],
    queryFn: ({ signal }) => request<TransactionDetail>(`payments/attempts/${ref}/`, { signal }),
  });

export const refundTransaction = (
  ref: string,
  amount: string,
  reason: string,
  idempotencyKey: string,
) =>
  request<PaymentRefund>(`payments/checkouts/${ref}/refund/`, {
    method: "POST",
    body: { amount, reason },
    idempotencyKey,
  });

/** Has the gateway asked how it stands. */
export const checkTransaction = (ref: string) =>
  request<unknown>(`payments/checkouts/${ref}/check/`, { method: "POST" });
