import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { previewTariff, type Tariff, tariffsKey } from "@/api/tariffs";
import { useFormat } from "@/i18n/use-format";
import { AmountInput } from "@/ui/amount-input";
import { FareBreakdown } from "@/ui/fare-breakdown";
import { HireField } from "@/ui/places/hire-field";
import { ErrorState, LoadingState } from "@/ui/states";
import classes from "./tariffs.module.css";

const PAUSE_MS = 300;
export const KM_PER_MILE = 1.609344;

const isNumber = (text: string) => /^\d{1,3}(\.\d{1,2})?$/.test(text.trim());

interface TestHireProps {
  tariff: Tariff;
  carTypeId: number;
  at: string;
  inMiles: boolean;
}

/** The price of a booking by the hour: the booked hours, and what is driven. */
export function TestHire({ tariff, carTypeId, at, inMiles }: TestHireProps) {
  const { t } = useTranslation();
  const { wall } = useFormat();
  const [values, setValues] = useState({ booked: 120, hours: "2", distance: "40" });
  const [given] = useDebouncedValue(values, PAUSE_MS);
  const valid = isNumber(given.hours) && isNumber(given.distance);
  const km = Number(given.distance) * (inMiles ? KM_PER_MILE : 1);
  const { data, error, refetch } = useQuery({
    queryKey: [...tariffsKey, "hire", tariff.id, tariff.revision, carTypeId, at, inMiles, given],
    queryFn: () =>
      previewTariff(tariff.id, {
        car_type_id: carTypeId,
        run: { distance_km: km.toFixed(3), minutes: (Number(given.hours) * 60).toFixed(2) },
        hire_minutes: given.booked,
        at,
      }),
    enabled: valid && carTypeId > 0,
    placeholderData: keepPreviousData,
  });
  const input = (name: "hours" | "distance", label: string) => (
    <AmountInput
      label={label}
      value={values[name]}
      error={isNumber(values[name]) ? undefined : t("tariffs.fees_number")}
      onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
    />
  );
  return (
    <section className={classes.trip} aria-labelledby="tariff-hire">
      <h3 id="tariff-hire">{t("tariffs.hire_test")}</h3>
      <p className={classes.soft}>{wall(at)}</p>
      <HireField
        fixed
        minutes={values.booked}
        onChange={(minutes) => setValues({ ...values, booked: minutes ?? values.booked })}
      />
      <div className={classes.pair}>
        {input("hours", t("tariffs.hire_test_time"))}
        {input(
          "distance",
          t("tariffs.hire_test_distance", { unit: t(inMiles ? "fare.unit_mi" : "fare.unit_km") }),
        )}
      </div>
      {error ? <ErrorState compact error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <div aria-live="polite">
          <FareBreakdown lines={data.breakdown} total={data.trip_cost} />
        </div>
      ) : error || !valid ? null : (
        <LoadingState compact />
      )}
    </section>
  );
}
