import { queryOptions } from "@tanstack/react-query";
import { get, type RowOf } from "./client";
import type { components } from "./schema";

export type QuoteRow = RowOf<"quotes/">;
export type QuoteSummary = components["schemas"]["QuoteSummary"];
export type QuoteNumbers = components["schemas"]["QuoteNumbers"];

export const REQUESTERS = ["visitor", "rider", "staff"] as const;

export const quotesKey = ["quotes"] as const;

/** Quotes and bookings between two days of the platform's time zone, both included. */
export const quoteSummaryQuery = (period: { from: string; to: string }) =>
  queryOptions({
    queryKey: [...quotesKey, "summary", period],
    queryFn: ({ signal }) => get("quotes/summary/", { params: period, signal }),
  });
