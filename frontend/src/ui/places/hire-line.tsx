import { IconClockHour4 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/i18n/use-format";
import classes from "@/ui/party/party-line.module.css";
import { useHours } from "@/ui/places/use-hours";

interface HireLineProps {
  /** Null for a trip to a destination, which shows nothing. */
  minutes: number | null;
  /** The distance in the price, where it is known. */
  includedKm?: number | null;
}

/** That a trip is booked by the hour, for how long, and the distance in its price. */
export function HireLine({ minutes, includedKm }: HireLineProps) {
  const { t } = useTranslation();
  const { distance } = useFormat();
  const hours = useHours();
  if (minutes === null) return null;
  const time = hours(minutes);
  return (
    <p className={classes.line}>
      <IconClockHour4 size={20} aria-hidden="true" />
      <span>
        {includedKm
          ? t("trip.hire_included", { time, distance: distance(includedKm) })
          : t("trip.hire_for", { time })}
      </span>
    </p>
  );
}
