import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { bookingsQuery } from "@/api/bookings";
import { publicSettingsQuery } from "@/api/catalogue";
import { scheduledQuery } from "@/api/me";
import { useViewer } from "@/api/session";
import type { BookingStatus, ScheduledTrip } from "@/api/types";
import { firstDayOf } from "@/i18n/format";
import { languageInfo } from "@/i18n/languages";
import { useLiveBookings } from "@/realtime/live";
import { addDays, dayIn, daysOf, isDay, weekOf } from "./week";

const A_PAGE = 200;
const NOT_CANCELLED = "PAYMENT_PENDING,NEW,ACCEPTED,ARRIVED,STARTED,REACHED,PENDING,PAID,COMPLETE";
const WITHOUT_DRIVER = new Set<BookingStatus>(["PAYMENT_PENDING", "NEW"]);

/** A later trip as the calendar draws it. */
export interface PlannedTrip {
  id: number;
  reference: string;
  at: string;
  /** Null if the viewer cannot open the booking yet, because it is only an offer. */
  status: BookingStatus | null;
  from: string;
  to: string;
  rider: string;
  driver: string | null;
  car: string;
  /** Whether it still needs a driver. */
  waits: boolean;
}

function onOffer({ id, reference, trip_date, pickup, drop, car_type }: ScheduledTrip): PlannedTrip {
  return {
    id,
    reference,
    at: trip_date,
    status: null,
    from: pickup.add,
    to: drop.add,
    rider: "",
    driver: null,
    car: car_type.name,
    waits: true,
  };
}

/** One week of later trips by the platform's calendar: all of them, the fleet's, or a driver's. */
export function useCalendar() {
  const { i18n } = useTranslation();
  const { role } = useViewer();
  const [params, setParams] = useSearchParams();
  const settings = useQuery(publicSettingsQuery());
  const zone = settings.data?.time_zone;
  const today = dayIn(new Date(), zone);
  const firstDay = firstDayOf(languageInfo(i18n.language).dateLocale);
  const requested = params.get("week");
  const week = weekOf(isDay(requested) ? requested : today, firstDay);
  const thisWeek = weekOf(today, firstDay);

  const list = useInfiniteQuery({
    ...bookingsQuery({
      book_later: true,
      status: NOT_CANCELLED,
      from: week,
      to: addDays(week, 6),
      ordering: "trip_date",
      page_size: A_PAGE,
    }),
    // Without the settings the week would use the browser's time zone.
    enabled: settings.isSuccess,
  });
  const upcoming = useQuery({ ...scheduledQuery(), enabled: role === "driver" });
  useLiveBookings(role === "admin" || role === "fleetadmin");

  const rows = (list.data?.pages ?? []).flatMap((page) => page.results);
  const trips: PlannedTrip[] = rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    at: row.trip_date,
    status: row.status,
    from: row.pickup_add,
    to: row.drop_add,
    rider: row.customer_name,
    driver: row.driver_name,
    car: row.car_type.name,
    waits: WITHOUT_DRIVER.has(row.status) && !row.driver_name,
  }));
  const offered = (upcoming.data ?? []).filter(({ mine }) => !mine).map(onOffer);
  const all = [...trips, ...offered].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));

  const days = daysOf(week).map((day) => ({
    day,
    isToday: day === today,
    trips: all.filter(({ at }) => dayIn(at, zone) === day),
  }));
  return {
    role,
    week,
    days,
    count: days.reduce((sum, { trips: some }) => sum + some.length, 0),
    waiting: days.reduce(
      (sum, { trips: some }) => sum + some.filter((trip) => trip.waits).length,
      0,
    ),
    isThisWeek: week === thisWeek,
    isPending: settings.isPending || list.isPending,
    error: settings.error ?? list.error,
    retry: () => void (settings.isError ? settings.refetch() : list.refetch()),
    more: list.hasNextPage ? () => void list.fetchNextPage() : null,
    isFetchingMore: list.isFetchingNextPage,
    show: (to: string | null) => setParams(to ? { week: to } : {}, { replace: true }),
  };
}
