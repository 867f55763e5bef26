import { queryOptions } from "@tanstack/react-query";
import { bookingKey } from "./bookings";
import { download } from "./download";
import { request } from "./request";
import type { Receipt } from "./types";

export const receiptQuery = (bookingId: number) =>
  queryOptions({
    queryKey: [...bookingKey(bookingId), "receipt"],
    queryFn: ({ signal }) => request<Receipt>(`bookings/${bookingId}/receipt/`, { signal }),
  });

/** Emails the receipt to the rider. */
export const emailReceipt = ({ id }: Receipt) =>
  request<{ email: string }>(`bookings/${id}/receipt/email/`, { method: "POST" });

/** Downloads the receipt as a PDF, in the page's language. */
export const receiptPdf = ({ id, reference }: Receipt) =>
  download(`bookings/${id}/receipt/`, `receipt-${reference}.pdf`, { params: { format: "pdf" } });
