import { queryOptions } from "@tanstack/react-query";
import { get, post, remove } from "./client";
import { meKey } from "./me";
import type { components } from "./schema";
import { sessionEnded, whileLeaving } from "./token";

type Schemas = components["schemas"];

/** The sessions of a user. */
export const sessionsKey = [...meKey, "sessions"] as const;

export const sessionsQuery = () =>
  queryOptions({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => get("me/sessions/", { signal }),
    select: (page) => page.results,
  });

export const endSession = (id: string) => remove("me/sessions/{family}/", { path: { family: id } });

/** Ends all sessions, including this one. */
export async function signOutEverywhere(): Promise<void> {
  await whileLeaving(() => post("auth/sign-out-everywhere/", { body: {} }));
  sessionEnded("left");
}

/** The devices that receive push notifications. */
export const pushDevicesKey = [...meKey, "devices"] as const;

export const pushDevicesQuery = () =>
  queryOptions({
    queryKey: pushDevicesKey,
    queryFn: ({ signal }) => get("me/devices/", { signal }),
    select: (page) => page.results,
  });

export const pushConfigQuery = () =>
  queryOptions({
    queryKey: ["push", "config"],
    queryFn: ({ signal }) => get("push/config/", { signal }),
    staleTime: 10 * 60_000,
  });

export const addPushDevice = (
  subscription: PushSubscriptionJSON,
  platform: Schemas["PlatformEnum"],
) =>
  post("me/devices/", {
    body: {
      kind: "webpush",
      subscription: subscription as Schemas["SubscriptionRequest"],
      platform,
    },
  });

export const removePushDevice = (id: number) => remove("me/devices/{id}/", { path: { id } });
