import { IconCalendarClock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/i18n/use-format";
import classes from "./searching.module.css";

/** A later trip before dispatch, or a held one: when the search for a driver starts. */
export function Planned({ from, held = false }: { from: Date; held?: boolean }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <section className={classes.search}>
      <div className={classes.lamp} aria-hidden="true">
        <span className={classes.mark}>
          <IconCalendarClock size={30} />
        </span>
      </div>
      <div className={classes.text}>
        <p className={classes.title}>{t(held ? "trip.held_title" : "trip.planned_title")}</p>
        <p className={classes.lead}>
          {t(held ? "trip.held_lead" : "trip.planned_lead", { time: dateTime(from) })}
        </p>
      </div>
    </section>
  );
}
