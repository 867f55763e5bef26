import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { LogoMark } from "@/ui/logo";
import { searchStartedAt } from "./headline";
import classes from "./searching.module.css";
import { nextHalfHour, useBookLater, useSearchAgain } from "./use-search-again";

interface SearchingProps {
  booking: Booking;
  now: Date;
}

const LONG_WAIT_MS = 45_000;
/** The server's limit. */
const MAX_WIDENED = 2;

/**
 * The search for a driver: the open offers, and after a while the choice to wait on; cancelling is in the bar
 * below.
 */
export function Searching({ booking, now }: SearchingProps) {
  const { t } = useTranslation();
  const [since, setSince] = useState(() => searchStartedAt(booking));
  const offered = Object.keys(booking.requested_drivers).length;
  const over = booking.search_over;
  const search = useSearchAgain(booking.id);
  const later = useBookLater(booking.id);
  const { dateTime } = useFormat();
  const suggested = nextHalfHour(now);
  const error = search.error ?? later.error;
  const long = over || now.getTime() - since > LONG_WAIT_MS;

  const waited = t(over ? "trip.no_driver_lead" : "trip.waited_lead");
  const lead = long ? waited : t("trip.searching_lead");

  return (
    <section className={classes.search}>
      <div className={classes.lamp} aria-hidden="true">
        <span className={classes.ring} />
        <span className={classes.ring} />
        <span className={classes.mark}>
          <LogoMark size={34} />
        </span>
      </div>
      <div className={classes.text} role="status">
        <p className={classes.title}>
          {long ? t("trip.waited_title") : t("trip.contacting", { count: offered })}
        </p>
        <p className={classes.lead}>{error ? errorText(error, t) : lead}</p>
      </div>
      {long ? (
        <div className={classes.ways}>
          <Button
            size="md"
            loading={search.isPending && search.variables === "wait"}
            onClick={() => {
              setSince(Date.now());
              if (over) search.mutate("wait");
            }}
          >
            {t("trip.keep_waiting")}
          </Button>
          {over && booking.search_widened < MAX_WIDENED ? (
            <Button
              size="md"
              variant="default"
              loading={search.isPending && search.variables === "widen"}
              onClick={() => {
                setSince(Date.now());
                search.mutate("widen");
              }}
            >
              {t("trip.expand_search")}
            </Button>
          ) : null}
          {over && booking.actions.includes("book-later") ? (
            <Button
              size="md"
              variant="default"
              loading={later.isPending}
              onClick={() => later.mutate(suggested)}
            >
              {t("trip.book_later_at", { time: dateTime(suggested) })}
            </Button>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}
