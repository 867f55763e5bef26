import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/i18n/use-format";
import { Stepper } from "@/ui/party/stepper";
import classes from "./round-trip-field.module.css";

const USUAL_MINUTES = 120;
const LEAST_MINUTES = 60;
const MOST_MINUTES = 720;
const STEP_MINUTES = 30;

interface HireFieldProps {
  /** How long the car is booked for; null for a trip to a destination. */
  minutes: number | null;
  onChange: (minutes: number | null) => void;
  /** Whether the kind of the booking is fixed, so that only the hours can change. */
  fixed?: boolean;
  error?: string | undefined;
}

/** A switch for a booking by the hour, with its hours. */
export function HireField({ minutes, onChange, fixed = false, error }: HireFieldProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <div className={classes.field}>
      {fixed ? null : (
        <Switch
          label={t("trip.hire")}
          checked={minutes !== null}
          onChange={(event) => onChange(event.currentTarget.checked ? USUAL_MINUTES : null)}
        />
      )}
      {minutes === null ? null : (
        <>
          {fixed ? null : <p>{t("trip.hire_hint")}</p>}
          <Stepper
            label={t("trip.hire_hours")}
            less={t("trip.hire_shorter")}
            more={t("trip.hire_longer")}
            value={minutes}
            least={LEAST_MINUTES}
            most={MOST_MINUTES}
            step={STEP_MINUTES}
            shown={(value) => number(value / 60)}
            onChange={onChange}
            error={error}
          />
        </>
      )}
    </div>
  );
}
