import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type QueryParams, request } from "./request";
import type { DriverEarningsReport, EarningsReport } from "./types";

const PAGE_SIZE = 100;

export const earningsReportQuery = (params: QueryParams) =>
  queryOptions({
    queryKey: ["reports", "earnings", params],
    queryFn: ({ signal }) => request<EarningsReport>("reports/earnings/", { params, signal }),
    placeholderData: (before) => before,
  });

/** A row for each driver and period, in pages; the totals are of all of them. */
export const driverEarningsReportQuery = (params: QueryParams) =>
  infiniteQueryOptions({
    queryKey: ["reports", "driver-earnings", params],
    queryFn: ({ signal, pageParam }) =>
      request<DriverEarningsReport>("reports/driver-earnings/", {
        params: { ...params, page_size: PAGE_SIZE, cursor: pageParam },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  });
