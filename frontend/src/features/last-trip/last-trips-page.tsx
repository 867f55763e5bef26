import { useTranslation } from "react-i18next";
import type { LastTrip } from "@/api/last-trips";
import { PlainButton } from "@/ui/plain-button";
import classes from "./last-trip.module.css";
import { LastTripCard } from "./last-trip-card";

interface LastTripsPageProps {
  trips: readonly LastTrip[];
  onRetry: () => void;
}

/** The last known state of the current trips, for a page opened offline. */
export function LastTripsPage({ trips, onRetry }: LastTripsPageProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{t("trip.last_title")}</h1>
        <p role="status">{t("trip.last_lead")}</p>
      </header>
      {trips.map((trip) => (
        <LastTripCard key={trip.id} trip={trip} />
      ))}
      <PlainButton onClick={onRetry}>{t("app.retry")}</PlainButton>
    </div>
  );
}
