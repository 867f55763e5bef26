import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { actOnBooking, bookingKey, bookingsKey } from "@/api/bookings";
import { ApiError } from "@/api/error";
import { earningsQuery, meKey, tasksKey } from "@/api/me";
import type { Booking } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import type { TripAction } from "@/realtime/driver-queue";
import { useQueueState } from "@/realtime/hooks";
import { realtime } from "@/realtime/realtime";
import { toast } from "@/ui/toast";

type Answer = "accept" | "decline";

export interface DriverAction {
  bookingId: number;
  action: Answer | TripAction["action"];
  body?: {
    otp?: string;
    reason?: string;
    reason_value?: number;
    rating?: number;
    amount?: string;
    fee?: string;
    stop?: number;
    stop_id?: number;
  };
  /** One key per action, so that a retry after a network gap runs it once. */
  key: string;
}

const RETRY_MS = 2_000;

function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.isOffline;
}

const isAnswer = (action: DriverAction["action"]): action is Answer =>
  action === "accept" || action === "decline";

const refresh = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: tasksKey }),
    client.invalidateQueries({ queryKey: [...bookingsKey, "list"] }),
    client.invalidateQueries({ queryKey: earningsQuery().queryKey }),
    client.invalidateQueries({ queryKey: meKey, exact: true }),
  ]);

/**
 * An action of the driver. On a trip it goes out behind the positions recorded before it and outlives the page;
 * the answer to an offer is sent by itself, for it waits for no position.
 */
export function useDriverAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ bookingId, action, body, key }: DriverAction): Promise<Booking> =>
      isAnswer(action)
        ? actOnBooking(bookingId, action, {}, key)
        : realtime.performAction({ bookingId, action, body: { ...body }, key }),
    retry: (_failures, error) => isOffline(error),
    retryDelay: RETRY_MS,
    onSuccess: (booking, { action }) => {
      if (action !== "decline") client.setQueryData(bookingKey(booking.id), booking);
    },
    onSettled: () => refresh(client),
  });
}

/** Whether an action on this trip is waiting for the network. */
export function useIsWaiting(bookingId: number): boolean {
  const { actions, stuck } = useQueueState();
  return stuck && actions.some((action) => action.bookingId === bookingId);
}

/** Refetches the trip when actions queued by an earlier page have been sent, and shows their errors. */
export function useEarlierActions(): void {
  const client = useQueryClient();
  const { t } = useTranslation();
  const { answered } = useQueueState();

  useEffect(() => {
    if (answered > 0) void refresh(client);
  }, [answered, client]);

  useEffect(
    () =>
      realtime.onActionRefused((error) => {
        // The trip has changed since, and its new status is enough.
        if (error instanceof ApiError && ["wrong_status", "not_found"].includes(error.code)) return;
        toast.failure(errorText(error, t));
      }),
    [t],
  );
}
