import { useQuery } from "@tanstack/react-query";
import { type ComponentType, Suspense, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { sharedTripQuery } from "@/api/sharing";
import type { BookingStatus } from "@/api/types";
import { useMapPanel } from "@/map/use-map-panel";
import { BottomSheet } from "@/ui/bottom-sheet";
import { lazy } from "@/ui/lazy";
import { PlainLink } from "@/ui/plain-button";
import { ErrorState, LoadingState, NotFoundState } from "@/ui/states";
import { SharedStage } from "./shared-stage";
import type { SharedTripMapProps } from "./shared-trip-map";
import classes from "./shared-trip-page.module.css";

// The page works without the map.
const SharedTripMap = lazy<ComponentType<SharedTripMapProps>>(() =>
  import("./shared-trip-map")
    .then((module) => ({ default: module.SharedTripMap }))
    .catch(() => ({ default: () => null })),
);

const POLL_MS = 3_000;
const LAST = new Set<BookingStatus>(["PENDING", "PAID", "COMPLETE", "CANCELLED"]);

/** A shared trip: the car's position and the time of arrival. */
export function SharedTripPage({ token }: { token: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    ...sharedTripQuery(token),
    refetchInterval: ({ state }) => {
      const gone = state.error instanceof ApiError && state.error.status === 404;
      return gone || (state.data && LAST.has(state.data.status)) ? false : POLL_MS;
    },
  });
  const stage = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useMapPanel(stage, panel, true);
  const gone = error instanceof ApiError && error.status === 404;
  // A revoked link shows nothing, even if data was loaded before.
  const trip = gone ? undefined : data;

  return (
    <div ref={stage} className={classes.stage}>
      <div className={classes.map}>
        {trip?.pickup && trip.drop ? (
          <Suspense fallback={null}>
            <SharedTripMap trip={trip} pickup={trip.pickup} drop={trip.drop} />
          </Suspense>
        ) : null}
      </div>
      <div ref={panel} className={classes.panel}>
        <BottomSheet label={t("shared.label")}>
          {trip ? <SharedStage trip={trip} /> : null}
          {gone ? (
            <NotFoundState
              page
              compact
              title={t("shared.gone_title")}
              body={t("shared.gone_body")}
              action={<PlainLink to="/">{t("app.go_home")}</PlainLink>}
            />
          ) : null}
          {!trip && error && !gone ? (
            <ErrorState compact error={error} onRetry={() => void refetch()} />
          ) : null}
          {trip || error ? null : <LoadingState compact />}
        </BottomSheet>
      </div>
    </div>
  );
}
