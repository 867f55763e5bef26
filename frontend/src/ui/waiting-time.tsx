import { IconClockHour4 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useOwnClock } from "@/api/clock";
import type { Booking } from "@/api/types";
import { clockTime, useCountdown, useElapsed } from "./use-countdown";
import classes from "./waiting-time.module.css";

interface WaitingTimeProps {
  waiting: NonNullable<Booking["waiting"]>;
  /** What the end of the free time means for the viewer. */
  over: string;
}

/**
 * Shows how long the driver has waited at the pickup and the remaining free time, counted from the server's
 * times.
 */
export function WaitingTime({ waiting, over }: WaitingTimeProps) {
  const { t } = useTranslation();
  const waited = useElapsed(useOwnClock(waiting.since));
  const left = useCountdown(useOwnClock(waiting.free_until));
  return (
    <div className={classes.wait} data-over={left === 0 || undefined}>
      <IconClockHour4 size={20} aria-hidden="true" />
      <div>
        <p role="timer" aria-live="off">
          {t("trip.waiting_time")}{" "}
          <bdi dir="ltr" className="hx-tabular">
            {clockTime(waited)}
          </bdi>
        </p>
        {left === 0 ? null : (
          <p className={classes.more} aria-live="off">
            {t("trip.waiting_free", { time: clockTime(left) })}
          </p>
        )}
        {/* Only the end is announced, not each second before it. */}
        <div role="status">{left === 0 ? <p className={classes.more}>{over}</p> : null}</div>
      </div>
    </div>
  );
}
