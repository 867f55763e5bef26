import { IconClockHour4 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useOwnClock } from "@/api/clock";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { useHours } from "@/ui/places/use-hours";
import { useElapsed } from "@/ui/use-countdown";
import classes from "@/ui/waiting-time.module.css";

interface RunningProps {
  startedAt: string;
  minutes: number;
}

/** How much of the booked hours is used; nothing unless such a trip is under way. */
export function HireTime({ booking }: { booking: Booking }) {
  const { status, trip_start_time, hire_minutes } = booking;
  if (status !== "STARTED" || trip_start_time === null || hire_minutes === null) return null;
  return <Running startedAt={trip_start_time} minutes={hire_minutes} />;
}

/** Counts from the server's time of the start. */
function Running({ startedAt, minutes }: RunningProps) {
  const { t } = useTranslation();
  const { duration } = useFormat();
  const hours = useHours();
  const used = useElapsed(useOwnClock(startedAt));
  const over = used > minutes * 60;
  return (
    <div className={classes.wait} data-over={over || undefined}>
      <IconClockHour4 size={20} aria-hidden="true" />
      <div>
        <p role="timer" aria-live="off">
          {t("trip.hire_used", { used: duration(used), booked: hours(minutes) })}
        </p>
        {/* Only the end is announced, not each minute before it. */}
        <div role="status">
          {over ? <p className={classes.more}>{t("trip.hire_over")}</p> : null}
        </div>
      </div>
    </div>
  );
}
