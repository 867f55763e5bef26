import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { scheduledQuery } from "@/api/me";
import { useFormat } from "@/i18n/use-format";
import { Money } from "@/ui/money";
import { PartyLine } from "@/ui/party/party-line";
import { HireLine } from "@/ui/places/hire-line";
import { RoundTripLine } from "@/ui/places/round-trip-line";
import { ErrorState } from "@/ui/states";
import { PlanAnswer } from "./plan-answer";
import classes from "./upcoming-trips.module.css";
import { WayLines } from "./way-lines";

/**
 * The driver's later trips and, online, open ones nearby, the next one first. Hidden if there are none: a trip
 * that staff planned must be seen before the driver goes online.
 */
export function UpcomingTrips({ active }: { active: boolean }) {
  const { t } = useTranslation();
  const { dateTime, distance } = useFormat();
  const { data, error, refetch } = useQuery(scheduledQuery());
  if (error && !data) {
    return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  }
  const trips = data?.filter((trip) => active || trip.mine || trip.planned || trip.backup);
  if (!trips || trips.length === 0) return null;
  return (
    <section className={classes.upcoming} aria-labelledby="upcoming">
      <h2 id="upcoming">{t("driver.upcoming")}</h2>
      <p className={classes.lead}>
        {active ? t("driver.upcoming_lead") : null}{" "}
        <Link to="/bookings/calendar">{t("driver.upcoming_all")}</Link>
      </p>
      <ul>
        {trips.map((trip) => (
          <li
            key={trip.id}
            className={classes.trip}
            data-mine={trip.mine || trip.planned || trip.backup || undefined}
          >
            <p className={classes.head}>
              <time dateTime={trip.trip_date}>{dateTime(trip.trip_date)}</time>
              <strong>
                <Money amount={trip.driver_share} />
              </strong>
            </p>
            <WayLines
              pickup={trip.pickup.add}
              stops={trip.stops}
              drop={trip.hire_minutes === null ? trip.drop.add : t("trip.hire_open")}
            />
            <RoundTripLine minutes={trip.return_wait_minutes} />
            <HireLine minutes={trip.hire_minutes} includedKm={trip.hire_included_km} />
            <PartyLine party={trip} />
            {trip.planned || trip.backup ? <PlanAnswer trip={trip} /> : null}
            <p className={classes.foot}>
              {trip.mine ? <span className={classes.mine}>{t("driver.upcoming_mine")}</span> : null}
              {trip.distance_km === null ? null : (
                <span>{t("driver.upcoming_away", { distance: distance(trip.distance_km) })}</span>
              )}
              <span>{trip.car_type.name}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
