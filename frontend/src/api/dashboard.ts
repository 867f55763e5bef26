import { queryOptions } from "@tanstack/react-query";
import { type QueryParams, request } from "./request";
import type { AlertCases, Dashboard, DashboardDriver, FiguresRow, Results } from "./types";

export const dashboardKey = ["dashboard", "figures"] as const;

export const dashboardQuery = () =>
  queryOptions({
    queryKey: dashboardKey,
    queryFn: ({ signal }) => request<Dashboard>("dashboard/", { signal }),
  });

export const dashboardDriversQuery = () =>
  queryOptions({
    queryKey: ["dashboard", "drivers"],
    queryFn: ({ signal }) => request<Results<DashboardDriver>>("dashboard/drivers/", { signal }),
    select: (page) => page.results,
  });

/** The figures per period of a range of days; the default is the last thirty days. */
export const dashboardChartQuery = (params: QueryParams = {}) =>
  queryOptions({
    queryKey: ["dashboard", "chart", params],
    queryFn: ({ signal }) => request<Results<FiguresRow>>("dashboard/chart/", { params, signal }),
    select: (page) => page.results,
    placeholderData: (before) => before,
  });

export const alertsKey = ["dashboard", "alerts"] as const;

/** The open alerts by kind. */
export const alertsQuery = () =>
  queryOptions({
    queryKey: alertsKey,
    queryFn: ({ signal }) => request<Results<AlertCases>>("dashboard/alerts/", { signal }),
    select: (page) => page.results,
  });
