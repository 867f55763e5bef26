import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { Stepper } from "@/ui/party/stepper";
import classes from "./round-trip-field.module.css";

const STEP = 5;
const USUAL_WAIT = 15;

interface RoundTripFieldProps {
  /** Minutes that the driver waits before the drive back; null for one way. */
  wait: number | null;
  onChange: (wait: number | null) => void;
  error?: string | undefined;
}

/** A switch for the drive back, with the minutes that the driver waits; nothing if none are offered. */
export function RoundTripField({ wait, onChange, error }: RoundTripFieldProps) {
  const { t } = useTranslation();
  const { data: settings } = useQuery(publicSettingsQuery());
  const most = settings?.app_category === "taxi" ? settings.max_return_wait_minutes : 0;
  if (most === 0 && wait === null) return null;
  return (
    <div className={classes.field}>
      <Switch
        data-round-trip
        label={t("trip.round_trip")}
        checked={wait !== null}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? Math.min(USUAL_WAIT, most) : null)
        }
      />
      {wait === null ? null : (
        <>
          <p>{t("trip.round_trip_hint")}</p>
          <Stepper
            label={t("trip.round_trip_wait")}
            less={t("trip.round_trip_shorter")}
            more={t("trip.round_trip_longer")}
            value={wait}
            least={0}
            most={most}
            step={STEP}
            onChange={onChange}
            error={error}
          />
          <p role="status">{wait >= most ? t("trip.round_trip_most") : null}</p>
        </>
      )}
    </div>
  );
}
