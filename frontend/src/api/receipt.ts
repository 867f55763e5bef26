import { queryOptions } from "@tanstack/react-query";
import { bookingKey } from "./bookings";
import { get, post } from "./client";
import { download } from "./download";
import type { Receipt } from "./types";

export const receiptQuery = (bookingId: number) =>
  queryOptions({
    queryKey: [...bookingKey(bookingId), "receipt"],
    queryFn: ({ signal }) => get("bookings/{id}/receipt/", { path: { id: bookingId }, signal }),
  });

/** Emails the receipt to the rider. */
export const emailReceipt = ({ id }: Receipt) =>
  post("bookings/{id}/receipt/email/", { path: { id } });

/** Downloads the receipt as a PDF, in the page's language. */
export const receiptPdf = ({ id, reference }: Receipt) =>
  download(`bookings/${id}/receipt/`, `receipt-${reference}.pdf`, { params: { format: "pdf" } });
