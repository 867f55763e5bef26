import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, Suspense, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import type { BookingStatus, SharedTrip } from "@/api/types";
import { useMapPanel } from "@/map/use-map-panel";
import { BottomSheet } from "@/ui/bottom-sheet";
import { lazy } from "@/ui/lazy";
import { PlainLink } from "@/ui/plain-button";
import { ErrorState, LoadingState, NotFoundState } from "@/ui/states";
import type { SharedTripMapProps } from "./shared-trip-map";
import classes from "./shared-trip-page.module.css";

// The page works without the map.
const SharedTripMap = lazy<ComponentType<SharedTripMapProps>>(() =>
  import("./shared-trip-map")
    .then((module) => ({ default: module.SharedTripMap }))
    .catch(() => ({ default: () => null })),
);

const POLL_MS = 3_000;

interface LinkedTripProps<T extends SharedTrip, K extends QueryKey> {
  query: UseQueryOptions<T, Error, T, K>;
  /** The statuses after which nothing changes any more. */
  last: ReadonlySet<BookingStatus>;
  label: string;
  gone: { title: string; body: string };
  children: (trip: T) => ReactNode;
}

/** The trip of a link: the map, and a panel that stays up to date until the trip is over. */
export function LinkedTrip<T extends SharedTrip, K extends QueryKey>({
  query,
  last,
  label,
  gone: texts,
  children,
}: LinkedTripProps<T, K>) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery<T, Error, T, K>({
    ...query,
    refetchInterval: ({ state }) => {
      const gone = state.error instanceof ApiError && state.error.status === 404;
      return gone || (state.data && last.has(state.data.status)) ? false : POLL_MS;
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
        <BottomSheet label={label}>
          {trip ? children(trip) : null}
          {gone ? (
            <NotFoundState
              page
              compact
              title={texts.title}
              body={texts.body}
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
