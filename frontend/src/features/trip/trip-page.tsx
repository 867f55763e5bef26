import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, Suspense, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { bookingQuery } from "@/api/bookings";
import { ApiError } from "@/api/error";
import { useMapPanel } from "@/map/use-map-panel";
import { useConnection } from "@/realtime/hooks";
import { useLiveBooking } from "@/realtime/live";
import { BottomSheet } from "@/ui/bottom-sheet";
import { lazy } from "@/ui/lazy";
import { ErrorState, NotFoundState } from "@/ui/states";
import type { ChatSlot } from "./trip-bar";
import type { TripMapProps } from "./trip-map";
import classes from "./trip-page.module.css";
import { TripSkeleton } from "./trip-skeleton";
import { type SafetySlot, TripStage } from "./trip-stage";

// The page works without the map.
const TripMap = lazy<ComponentType<TripMapProps>>(() =>
  import("./trip-map")
    .then((module) => ({ default: module.TripMap }))
    .catch(() => ({ default: () => null })),
);

const POLL_MS = 5_000;

interface TripPageProps {
  id: number;
  chat?: ChatSlot;
  safety?: SafetySlot;
}

/** The rider's page of a current trip. */
export function TripPage({ id, chat, safety }: TripPageProps) {
  const { t } = useTranslation();
  const connection = useConnection();
  const {
    data: booking,
    error,
    refetch,
  } = useQuery({
    ...bookingQuery(id),
    // Polls only without the socket.
    refetchInterval: connection === "live" ? false : POLL_MS,
  });
  useLiveBooking(id);
  const stage = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useMapPanel(stage, panel, true);

  const gone = error instanceof ApiError && error.status === 404;
  return (
    <div ref={stage} className={classes.stage}>
      <div className={classes.map}>
        {booking ? (
          <Suspense fallback={null}>
            <TripMap booking={booking} />
          </Suspense>
        ) : null}
      </div>
      <div ref={panel} className={classes.panel}>
        <BottomSheet label={t("trip.label", { context: booking?.app_category })}>
          {booking ? (
            <TripStage key={booking.id} booking={booking} chat={chat} safety={safety} />
          ) : null}
          {!booking && gone ? (
            <NotFoundState
              compact
              title={t("errors.not_found")}
              action={
                <Button component={Link} to="/bookings" variant="default">
                  {t("trip.to_bookings")}
                </Button>
              }
            />
          ) : null}
          {!booking && error && !gone ? (
            <ErrorState compact error={error} onRetry={() => void refetch()} />
          ) : null}
          {booking || error ? null : <TripSkeleton />}
        </BottomSheet>
      </div>
    </div>
  );
}
