import { useQuery } from "@tanstack/react-query";
import { Suspense, useCallback, useEffect, useRef } from "react";
import { publicSettingsQuery } from "@/api/catalogue";
import { eligibilityQuery, meQuery, tasksQuery } from "@/api/me";
import { useMapPanel } from "@/map/use-map-panel";
import { useConnection } from "@/realtime/hooks";
import { useLiveTasks } from "@/realtime/live";
import { lazy } from "@/ui/lazy";
import { ErrorState, LoadingState } from "@/ui/states";
import { AvailabilityBar } from "./availability-bar";
import { BusyAreasCard } from "./busy-areas";
import classes from "./driver-console.module.css";
import { EarningsStrip } from "./earnings-strip";
import { IdlePanel } from "./idle-panel";
import { NoTrips } from "./no-trips";
import { OfferList } from "./offer-list";
import { RankCard } from "./rank-card";
import { RateRider } from "./rate-rider";
import { SilenceNote } from "./silence-note";
import { StreetTrip } from "./street-trip";
import { type RideSlot, TripPanel } from "./trip-panel";
import { UnpaidTrips } from "./unpaid-trips";
import { UpcomingTrips } from "./upcoming-trips";
import { useBusyAreas } from "./use-busy-areas";
import { useEarlierActions } from "./use-driver-action";
import { useOfferAlarm } from "./use-offer-alarm";
import { usePositionFeed } from "./use-position-feed";
import { useSilence } from "./use-silence";
import { useWakeLock } from "./use-wake-lock";

const DriverMap = lazy(async () => ({ default: (await import("./driver-map")).DriverMap }));

interface DriverConsoleProps {
  /** Content of a current trip from other features. */
  chat?: RideSlot;
  safety?: RideSlot;
}

/** The driver's screen: availability, offers, the current trip and payment. */
export function DriverConsole({ chat, safety }: DriverConsoleProps) {
  const me = useQuery(meQuery());
  const tasks = useQuery(tasksQuery());
  const { data: settings } = useQuery(publicSettingsQuery());
  const eligibility = useQuery(eligibilityQuery()).data;
  const active = me.data?.driver?.active ?? false;
  const current = tasks.data?.current ?? null;
  const offers = tasks.data?.offers ?? [];

  const working = active || current !== null;
  const stageRef = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const stage = current ? `${current.id}${current.status}` : "";

  useMapPanel(stageRef, panel, tasks.data !== undefined && me.data !== undefined);
  useLiveTasks();
  useEarlierActions();
  const feed = usePositionFeed(working, current?.id ?? null);
  const areas = useBusyAreas(
    (settings?.driver_heat_map ?? false) && tasks.data !== undefined && !current && !offers.length,
    feed.last,
  );
  useWakeLock(working);
  const { silence, dismiss } = useSilence(working, feed.last, useConnection() === "live");
  useOfferAlarm(offers, settings?.car_horn_repeat ?? false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: at each new stage of a trip its one thing to do is on top.
  useEffect(() => {
    if (panel.current) panel.current.scrollTop = 0;
  }, [stage]);

  const { refetch } = tasks;
  const again = useCallback(() => void refetch(), [refetch]);

  if (tasks.isError && !tasks.data) return <ErrorState error={tasks.error} onRetry={again} />;
  if (!tasks.data || !me.data) return <LoadingState />;
  const [first] = offers;

  return (
    <div ref={stageRef} className={classes.console}>
      <div className={classes.map}>
        <Suspense fallback={<LoadingState />}>
          <DriverMap
            here={feed.last}
            booking={current}
            offer={current ? null : (first ?? null)}
            areas={areas.shapes}
            areasFit={areas.fit}
          />
        </Suspense>
      </div>
      <div className={classes.top} data-map-top>
        <AvailabilityBar
          active={active}
          busy={current !== null}
          feed={feed.state}
          eligibility={eligibility}
        />
        {silence ? <SilenceNote silence={silence} onClose={dismiss} /> : null}
        {current ? null : <EarningsStrip />}
      </div>
      <section ref={panel} className={classes.panel} aria-live="polite">
        {active && !current ? <RankCard hidden={first !== undefined} /> : null}
        {current ? (
          <TripPanel booking={current} here={feed.last} chat={chat} safety={safety} />
        ) : first ? (
          <OfferList offers={offers} onEnd={again} />
        ) : (
          <>
            {tasks.data.to_rate ? (
              <RateRider
                key={tasks.data.to_rate.booking_id}
                bookingId={tasks.data.to_rate.booking_id}
                name={tasks.data.to_rate.customer_name}
              />
            ) : null}
            {eligibility ? (
              <NoTrips
                eligibility={eligibility}
                blocked={feed.state === "denied" || feed.state === "unavailable"}
              />
            ) : null}
            <IdlePanel
              active={active}
              feed={feed.state}
              offered={eligibility?.may_be_offered ?? true}
              category={settings?.app_category}
            />
            <BusyAreasCard areas={areas} />
            {active && settings?.street_trips && settings.app_category === "taxi" ? (
              <StreetTrip here={feed.last ? { ...feed.last, add: "" } : null} />
            ) : null}
            <UnpaidTrips />
            <UpcomingTrips active={active} />
          </>
        )}
      </section>
    </div>
  );
}
