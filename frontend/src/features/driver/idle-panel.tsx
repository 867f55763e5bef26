import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { AppCategory } from "@/api/types";
import classes from "./idle-panel.module.css";
import type { FeedState } from "./use-position-feed";

interface IdlePanelProps {
  active: boolean;
  feed: FeedState;
  /** False if a reason shown beside it prevents all trips. */
  offered?: boolean;
  /** The service category; rides until it is known. */
  category?: AppCategory | undefined;
}

/** Shown when the driver has no trip: why, and what to do about it. */
export function IdlePanel({ active, feed, offered = true, category }: IdlePanelProps) {
  const { t } = useTranslation();
  const blocked = feed === "denied" || feed === "unavailable";
  const what = !active ? "offline" : blocked ? "blocked" : "waiting";
  if (what === "waiting" && !offered) {
    return (
      <div className={classes.idle}>
        <Link to="/bookings/history">{t("driver.see_history")}</Link>
      </div>
    );
  }
  return (
    <div className={classes.idle} data-waiting={what === "waiting" || undefined}>
      <span className={classes.pulse} aria-hidden="true" />
      <h1>{t(`driver.idle_${what}_title`)}</h1>
      <p>
        {what === "waiting" ? `${t("errors.no_tasks")} ` : null}
        {what === "waiting"
          ? t("driver.idle_waiting_body", { context: category })
          : t(`driver.idle_${what}_body`)}
      </p>
      <Link to="/bookings/history">{t("driver.see_history")}</Link>
    </div>
  );
}
