import { queryOptions } from "@tanstack/react-query";
import { get, post, put } from "./client";

export const meKey = ["me"] as const;

export const meQuery = () =>
  queryOptions({
    queryKey: meKey,
    queryFn: ({ signal }) => get("me/", { signal }),
    staleTime: 60_000,
  });

export const setAvailability = (active: boolean) => put("me/availability/", { body: { active } });

export const startBreak = () => post("me/shift/break/");

export const endBreak = () => post("me/shift/resume/");

export const savedAddressesQuery = () =>
  queryOptions({
    queryKey: [...meKey, "addresses"],
    queryFn: ({ signal }) => get("me/addresses/", { signal }),
    select: (page) => page.results,
  });

export const tasksKey = [...meKey, "tasks"] as const;

export const scheduledQuery = () =>
  queryOptions({
    queryKey: [...tasksKey, "scheduled"],
    queryFn: ({ signal }) => get("me/scheduled/", { signal }),
    select: (page) => page.results,
    refetchInterval: 60_000,
  });

/** The planned driver's answer to a scheduled trip. */
export const answerPlan = (id: number, answer: "confirm" | "decline", idempotencyKey: string) =>
  post(`me/scheduled/{id}/${answer}/` as "me/scheduled/{id}/confirm/", {
    path: { id },
    idempotencyKey,
  });

export const tasksQuery = () =>
  queryOptions({
    queryKey: tasksKey,
    queryFn: ({ signal }) => get("me/tasks/", { signal }),
    staleTime: 5_000,
  });

/** Why a driver receives no offers. Polled, because documents and positions expire. */
export const eligibilityQuery = () =>
  queryOptions({
    queryKey: [...meKey, "eligibility"],
    queryFn: ({ signal }) => get("me/eligibility/", { signal }),
    refetchInterval: 30_000,
  });

export const earningsQuery = () =>
  queryOptions({
    queryKey: [...meKey, "earnings"],
    queryFn: ({ signal }) => get("me/earnings/", { signal }),
  });

export const walletQuery = () =>
  queryOptions({
    queryKey: [...meKey, "wallet"],
    queryFn: ({ signal }) => get("me/wallet/", { signal }),
  });
