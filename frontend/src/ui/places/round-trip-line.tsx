import { IconArrowBackUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "@/ui/party/party-line.module.css";

/** That a trip is a round trip, and how long the driver waits; nothing for one way. */
export function RoundTripLine({ minutes }: { minutes: number | null }) {
  const { t } = useTranslation();
  if (minutes === null) return null;
  return (
    <p className={classes.line}>
      <IconArrowBackUp size={20} aria-hidden="true" />
      <span>{t("trip.round_trip_waits", { minutes })}</span>
    </p>
  );
}
