import { queryOptions } from "@tanstack/react-query";
import { meKey } from "./me";
import { request } from "./request";
import { sessionEnded, whileLeaving } from "./token";
import type { DeviceSession, PushConfig, PushDevice, Results } from "./types";

/** The sessions of a user. */
export const sessionsKey = [...meKey, "sessions"] as const;

export const sessionsQuery = () =>
  queryOptions({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => request<Results<DeviceSession>>("me/sessions/", { signal }),
    select: (page) => page.results,
  });

export const endSession = (id: string) =>
  request<void>(`me/sessions/${encodeURIComponent(id)}/`, { method: "DELETE" });

/** Ends all sessions, including this one. */
export async function signOutEverywhere(): Promise<void> {
  await whileLeaving(() =>
    request<void>("auth/sign-out-everywhere/", { method: "POST", body: {} }),
  );
  sessionEnded("left");
}

/** The devices that receive push notifications. */
export const pushDevicesKey = [...meKey, "devices"] as const;

export const pushDevicesQuery = () =>
  queryOptions({
    queryKey: pushDevicesKey,
    queryFn: ({ signal }) => request<Results<PushDevice>>("me/devices/", { signal }),
    select: (page) => page.results,
  });

export const pushConfigQuery = () =>
  queryOptions({
    queryKey: ["push", "config"],
    queryFn: ({ signal }) => request<PushConfig>("push/config/", { signal }),
    staleTime: 10 * 60_000,
  });

export const addPushDevice = (subscription: PushSubscriptionJSON, platform: string) =>
  request<PushDevice>("me/devices/", {
    method: "POST",
    body: { kind: "webpush", subscription, platform },
  });

export const removePushDevice = (id: number) =>
  request<void>(`me/devices/${id}/`, { method: "DELETE" });
