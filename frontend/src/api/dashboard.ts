import { queryOptions } from "@tanstack/react-query";
import { get } from "./client";
import type { QueryParams } from "./request";

export const dashboardKey = ["dashboard", "figures"] as const;

export const dashboardQuery = () =>
  queryOptions({
    queryKey: dashboardKey,
    queryFn: ({ signal }) => get("dashboard/", { signal }),
  });

export const dashboardDriversQuery = () =>
  queryOptions({
    queryKey: ["dashboard", "drivers"],
    queryFn: ({ signal }) => get("dashboard/drivers/", { signal }),
    select: (page) => page.results,
  });

/** The figures per period of a range of days; the default is the last thirty days. */
export const dashboardChartQuery = (params: QueryParams = {}) =>
  queryOptions({
    queryKey: ["dashboard", "chart", params],
    queryFn: ({ signal }) => get("dashboard/chart/", { params, signal }),
    select: (page) => page.results,
    placeholderData: (before) => before,
  });

export const alertsKey = ["dashboard", "alerts"] as const;

/** The open alerts by kind. */
export const alertsQuery = () =>
  queryOptions({
    queryKey: alertsKey,
    queryFn: ({ signal }) => get("dashboard/alerts/", { signal }),
    select: (page) => page.results,
  });
