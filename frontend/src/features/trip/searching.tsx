import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { LogoMark } from "@/ui/logo";
import classes from "./searching.module.css";

interface SearchingProps {
  booking: Booking;
  now: Date;
  onCancel: () => void;
}

const LONG_WAIT_MS = 45_000;

/** Nobody has the ride yet: who is being asked, and after a while the choice to wait or to cancel. */
export function Searching({ booking, now, onCancel }: SearchingProps) {
  const { t } = useTranslation();
  const [since, setSince] = useState(() => Date.parse(booking.created_at));
  const asked = Object.keys(booking.requested_drivers).length;
  const long = now.getTime() - since > LONG_WAIT_MS;

  return (
    <section className={classes.search}>
      <div className={classes.lamp} aria-hidden="true">
        <span className={classes.ring} />
        <span className={classes.ring} />
        <span className={classes.mark}>
          <LogoMark size={34} />
        </span>
      </div>
      <div className={classes.words} role="status">
        <p className={classes.title}>
          {long ? t("trip.waited_title") : t("trip.asked", { count: asked })}
        </p>
        <p className={classes.lead}>{t(long ? "trip.waited_lead" : "trip.searching_lead")}</p>
      </div>
      {long ? (
        <div className={classes.ways}>
          <Button size="md" onClick={() => setSince(Date.now())}>
            {t("trip.keep_waiting")}
          </Button>
          {booking.actions.includes("cancel") ? (
            <Button size="md" variant="default" onClick={onCancel}>
              {t("trip.cancel")}
            </Button>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}
