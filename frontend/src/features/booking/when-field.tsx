import { Skeleton } from "@mantine/core";
import { type RefObject, Suspense, useId } from "react";
import { useTranslation } from "react-i18next";
import { loadRest } from "@/i18n/setup";
import { lazy } from "@/ui/lazy";
import { useTripTime } from "@/ui/trip-time";
import { useCategory } from "@/ui/use-category";
import { changeDraft } from "./draft-store";
import type { BookingFlow } from "./use-booking-flow";
import classes from "./when-field.module.css";

// Most trips are for now, so the date field loads on demand.
const DateTimeField = lazy(async () => {
  const [{ DateTimeField }] = await Promise.all([import("@/ui/dates/date-time-field"), loadRest()]);
  return { default: DateTimeField };
});

interface WhenFieldProps {
  flow: BookingFlow;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** Book now, or book later with a date and a time. */
export function WhenField({ flow, inputRef }: WhenFieldProps) {
  const { t } = useTranslation();
  const { earliest, suggested, usualTimes, show, clock, city } = useTripTime();
  const id = useId();
  const { later, tripDate } = flow.draft;
  const context = useCategory();
  const dateError = flow.dateError;
  const note = city ? t("booking.when_city", { city }) : t("booking.when_note", { context });

  const choice = (value: boolean) => (
    <label className={classes.choice} data-checked={later === value || undefined}>
      <input
        className="hx-visually-hidden"
        type="radio"
        name={id}
        checked={later === value}
        onChange={() =>
          changeDraft((before) => ({
            ...before,
            later: value,
            tripDate: value ? (before.tripDate ?? suggested()) : before.tripDate,
          }))
        }
      />
      {t(value ? "booking.later" : "booking.now")}
    </label>
  );

  return (
    <fieldset className={classes.group}>
      <legend className="hx-visually-hidden">{t("booking.when")}</legend>
      <div className={classes.choices}>
        {choice(false)}
        {choice(true)}
      </div>
      {later ? (
        <div className={classes.date}>
          <Suspense fallback={<Skeleton height="4.4rem" />}>
            <DateTimeField
              inputRef={inputRef}
              label={t("booking.when_date")}
              min={earliest()}
              value={tripDate ?? ""}
              invalid={dateError !== null}
              describedBy={`${id}-note`}
              onChange={(wall) => changeDraft((before) => ({ ...before, tripDate: wall || null }))}
            />
          </Suspense>
          <div className={classes.chips}>
            {usualTimes().map(({ name, at }) => (
              <button
                key={name}
                type="button"
                className={classes.chip}
                aria-pressed={tripDate === at}
                title={show(at)}
                onClick={() => changeDraft((before) => ({ ...before, tripDate: at }))}
              >
                {t(`booking.when_${name}`, { time: clock(at) })}
              </button>
            ))}
          </div>
          <p
            id={`${id}-note`}
            className={classes.note}
            data-invalid={dateError !== null || undefined}
          >
            {dateError ? t(dateError) : note}
          </p>
        </div>
      ) : null}
    </fieldset>
  );
}
