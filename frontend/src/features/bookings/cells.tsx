import { useTranslation } from "react-i18next";
import type { BookingRow } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { reasonText } from "@/ui/cancel-labels";
import { Money } from "@/ui/money";
import { isNumber } from "@/ui/phone-link";
import { useHours } from "@/ui/places/use-hours";
import classes from "./bookings-page.module.css";

/** An empty value. */
export const NONE = "\u2013";

export function TextCell({ text, ltr }: { text: string | null | undefined; ltr?: true }) {
  if (!text) return NONE;
  return <bdi {...(ltr ? { dir: "ltr", className: "hx-tabular" } : {})}>{text}</bdi>;
}

/** The cancellation reason, translated if the server set it. */
export function Reason({ of }: { of: string | null | undefined }) {
  const { t } = useTranslation();
  return <TextCell text={of && reasonText(of, t)} />;
}

/** A phone number, which demo mode hides. */
export function Contact({ number }: { number: string | undefined }) {
  const { t } = useTranslation();
  if (number && !isNumber(number)) return t("bookings.contact_hidden");
  return <TextCell text={number} ltr />;
}

export function Amount({ of }: { of: string | null | undefined }) {
  return of ? <Money amount={of} /> : NONE;
}

/** The main amount of a row. */
export function Cost({ of }: { of: string | null | undefined }) {
  return (
    <span className={classes.cost}>
      <Amount of={of} />
    </span>
  );
}

export function Moment({ at }: { at: string | null | undefined }) {
  const { dateTime } = useFormat();
  return at ? dateTime(at) : NONE;
}

export function Duration({ seconds }: { seconds: number | null | undefined }) {
  const { duration } = useFormat();
  return typeof seconds === "number" ? duration(seconds) : NONE;
}

export function Distance({ km }: { km: number | null | undefined }) {
  const { distance } = useFormat();
  return typeof km === "number" ? distance(km) : NONE;
}

export function YesNo({ value }: { value: boolean | undefined }) {
  const { t } = useTranslation();
  return t(value ? "history.yes" : "history.no");
}

/** A parcel type or option, with its surcharge. */
export function Extra({ chosen }: { chosen: BookingRow["parcel_type_selected"] }) {
  if (!chosen) return NONE;
  return (
    <>
      <bdi>{chosen.description}</bdi> (<Money amount={chosen.amount} />)
    </>
  );
}

export function Photo({ of, url }: { of: "pickup" | "deliver"; url: string | null | undefined }) {
  const { t } = useTranslation();
  if (!url) return NONE;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {t(`history.photo_${of}`)}
    </a>
  );
}

export function Mode({ row }: { row: BookingRow }) {
  const { t } = useTranslation();
  return t(`history.mode_${row.payment_mode}`);
}

/** The payment method chosen at booking. */
export function ChosenPayment({ row }: { row: BookingRow }) {
  const { t } = useTranslation();
  if (!row.chosen_payment) return NONE;
  return (
    <>
      {t(`history.mode_${row.chosen_payment}`)}
      {row.chosen_provider_label ? <bdi> · {row.chosen_provider_label}</bdi> : null}
    </>
  );
}

/** The time of the trip, with the car type if that has no column of its own. */
export function When({ row, withCar }: { row: BookingRow; withCar: boolean }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const notes = [
    withCar ? row.car_type.name : null,
    row.book_later ? t("bookings.for_later") : null,
    row.street_trip ? t("history.col_street_trip") : null,
  ];
  return (
    <span className={classes.when}>
      {dateTime(row.trip_date)}
      <span className={classes.soft}>{notes.filter(Boolean).join(" · ")}</span>
    </span>
  );
}

export function Way({ row }: { row: BookingRow }) {
  const { t } = useTranslation();
  const hours = useHours();
  return (
    <span className={classes.way}>
      <bdi>{row.pickup_add}</bdi>
      {row.stop_count ? (
        <span className={classes.soft}>
          {t("history.col_stops")}: {row.stop_count}
        </span>
      ) : null}
      {row.return_wait_minutes === null ? null : (
        <span className={classes.soft}>
          {t("trip.round_trip_waits", { minutes: row.return_wait_minutes })}
        </span>
      )}
      {row.hire_minutes === null ? null : (
        <span className={classes.soft}>
          {t("trip.hire_for", { time: hours(row.hire_minutes) })}
        </span>
      )}
      {row.drop_add ? (
        <bdi>{row.drop_add}</bdi>
      ) : (
        <span className={classes.soft}>{t("bookings.no_drop")}</span>
      )}
    </span>
  );
}
