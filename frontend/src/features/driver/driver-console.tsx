import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback } from "react";
import { publicSettingsQuery } from "@/api/catalogue";
import { meQuery, tasksQuery } from "@/api/me";
import { useLiveTasks } from "@/realtime/live";
import { ErrorState, LoadingState } from "@/ui/states";
import { AvailabilityBar } from "./availability-bar";
import classes from "./driver-console.module.css";
import { EarningsStrip } from "./earnings-strip";
import { IdlePanel } from "./idle-panel";
import { OfferList } from "./offer-list";
import { type RideSlot, TripPanel } from "./trip-panel";
import { UpcomingTrips } from "./upcoming-trips";
import { useOfferAlarm } from "./use-offer-alarm";
import { usePositionFeed } from "./use-position-feed";

const DriverMap = lazy(async () => ({ default: (await import("./driver-map")).DriverMap }));

interface DriverConsoleProps {
  /** What other features draw on a trip under way. */
  chat?: RideSlot;
  safety?: RideSlot;
}

/** A driver's whole working day on one screen: go online, answer an offer, drive, take the money. */
export function DriverConsole({ chat, safety }: DriverConsoleProps) {
  const me = useQuery(meQuery());
  const tasks = useQuery(tasksQuery());
  const { data: settings } = useQuery(publicSettingsQuery());
  const active = me.data?.driver?.active ?? false;
  const current = tasks.data?.current ?? null;
  const offers = tasks.data?.offers ?? [];

  useLiveTasks();
  const feed = usePositionFeed(active || current !== null, current === null);
  useOfferAlarm(offers, settings?.car_horn_repeat ?? false);

  const { refetch } = tasks;
  const again = useCallback(() => void refetch(), [refetch]);

  if (tasks.isError && !tasks.data) return <ErrorState error={tasks.error} onRetry={again} />;
  if (!tasks.data || !me.data) return <LoadingState />;
  const [first] = offers;

  return (
    <div className={classes.console}>
      <div className={classes.map}>
        <Suspense fallback={<LoadingState />}>
          <DriverMap here={feed.last} booking={current} offer={current ? null : (first ?? null)} />
        </Suspense>
      </div>
      <div className={classes.top}>
        <AvailabilityBar active={active} busy={current !== null} feed={feed.state} />
        <EarningsStrip />
      </div>
      <section className={classes.panel} aria-live="polite">
        {current ? (
          <TripPanel booking={current} chat={chat} safety={safety} />
        ) : first ? (
          <OfferList offers={offers} onEnd={again} />
        ) : (
          <>
            <IdlePanel active={active} feed={feed.state} category={settings?.app_category} />
            {active ? <UpcomingTrips /> : null}
          </>
        )}
      </section>
    </div>
  );
}
