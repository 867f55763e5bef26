import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type {
  DriverEarnings,
  Eligibility,
  Me,
  Results,
  SavedAddress,
  ScheduledTrip,
  Tasks,
  Wallet,
} from "./types";

export const meKey = ["me"] as const;

export const meQuery = () =>
  queryOptions({
    queryKey: meKey,
    queryFn: ({ signal }) => request<Me>("me/", { signal }),
    staleTime: 60_000,
  });

export const setAvailability = (active: boolean) =>
  request<Me>("me/availability/", { method: "PUT", body: { active } });

export const savedAddressesQuery = () =>
  queryOptions({
    queryKey: [...meKey, "addresses"],
    queryFn: ({ signal }) => request<Results<SavedAddress>>("me/addresses/", { signal }),
    select: (page) => page.results,
  });

export const tasksKey = [...meKey, "tasks"] as const;

export const scheduledQuery = () =>
  queryOptions({
    queryKey: [...tasksKey, "scheduled"],
    queryFn: ({ signal }) => request<Results<ScheduledTrip>>("me/scheduled/", { signal }),
    select: (page) => page.results,
    refetchInterval: 60_000,
  });

export const tasksQuery = () =>
  queryOptions({
    queryKey: tasksKey,
    queryFn: ({ signal }) => request<Tasks>("me/tasks/", { signal }),
    staleTime: 5_000,
  });

/** Why a driver receives no offers. Polled, because documents and positions expire. */
export const eligibilityQuery = () =>
  queryOptions({
    queryKey: [...meKey, "eligibility"],
    queryFn: ({ signal }) => request<Eligibility>("me/eligibility/", { signal }),
    refetchInterval: 30_000,
  });

export const earningsQuery = () =>
  queryOptions({
    queryKey: [...meKey, "earnings"],
    queryFn: ({ signal }) => request<DriverEarnings>("me/earnings/", { signal }),
  });

export const walletQuery = () =>
  queryOptions({
    queryKey: [...meKey, "wallet"],
    queryFn: ({ signal }) => request<Wallet>("me/wallet/", { signal }),
  });
