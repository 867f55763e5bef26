import { type RefObject, useId } from "react";
import { useTranslation } from "react-i18next";
import { changeDraft } from "./draft-store";
import { useTripTime } from "./trip-time";
import type { BookingFlow } from "./use-booking-flow";
import classes from "./when-field.module.css";

interface WhenFieldProps {
  flow: BookingFlow;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** Book now, or book later with a date and a time. */
export function WhenField({ flow, inputRef }: WhenFieldProps) {
  const { t } = useTranslation();
  const { earliest, city } = useTripTime();
  const id = useId();
  const { later, tripDate } = flow.draft;
  const trouble = flow.dateTrouble;
  const note = city ? t("booking.when_city", { city }) : t("booking.when_note");

  const choice = (value: boolean) => (
    <label className={classes.choice} data-checked={later === value || undefined}>
      <input
        className="hx-visually-hidden"
        type="radio"
        name={id}
        checked={later === value}
        onChange={() => changeDraft((before) => ({ ...before, later: value }))}
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
          <label htmlFor={`${id}-date`}>{t("booking.when_date")}</label>
          <input
            ref={inputRef}
            id={`${id}-date`}
            className={classes.input}
            type="datetime-local"
            min={earliest()}
            value={tripDate ?? ""}
            aria-invalid={trouble !== null}
            aria-describedby={`${id}-note`}
            onChange={(event) => {
              const wall = event.currentTarget.value || null;
              changeDraft((before) => ({ ...before, tripDate: wall }));
            }}
          />
          <p
            id={`${id}-note`}
            className={classes.note}
            data-trouble={trouble !== null || undefined}
          >
            {trouble ? t(trouble) : note}
          </p>
        </div>
      ) : null}
    </fieldset>
  );
}
