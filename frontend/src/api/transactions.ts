import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { PaymentRefund, TransactionDetail } from "./types";

export const transactionsKey = ["transactions"] as const;

/** A payment attempt with its gateway events and refunds. */
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

/** Checks the payment with the gateway now. */
export const checkTransaction = (ref: string) =>
  request<unknown>(`payments/checkouts/${ref}/check/`, { method: "POST" });
