import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { Dashboard, DashboardDriver, Results } from "./types";

export const dashboardQuery = () =>
  queryOptions({
    queryKey: ["dashboard", "figures"],
    queryFn: ({ signal }) => request<Dashboard>("dashboard/", { signal }),
  });

export const dashboardDriversQuery = () =>
  queryOptions({
    queryKey: ["dashboard", "drivers"],
    queryFn: ({ signal }) => request<Results<DashboardDriver>>("dashboard/drivers/", { signal }),
    select: (page) => page.results,
  });
