import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { previewFees, tariffsKey } from "@/api/tariffs";
import { AmountInput } from "@/ui/amount-input";
import { Money } from "@/ui/money";
import { ErrorState, LoadingState } from "@/ui/states";
import classes from "./tariffs.module.css";
import type { TestTripProps } from "./test-trip";

const PAUSE_MS = 300;
const USUAL = { after_minutes: "5", way: "50", minutes_to_pickup: "30", waited_minutes: "10" };
const INPUTS = Object.keys(USUAL) as (keyof typeof USUAL)[];

const isNumber = (text: string) => /^\d{1,5}(\.\d{1,2})?$/.test(text.trim());

/** What the test trip costs if the rider cancels it or does not come. */
export function TestFees({ tariff, carTypeId, km, minutes, at }: TestTripProps) {
  const { t } = useTranslation();
  const [values, setValues] = useState(USUAL);
  const [when] = useDebouncedValue(values, PAUSE_MS);
  const valid = INPUTS.every((name) => isNumber(when[name])) && Number(when.way) <= 100;
  const { data, error, refetch } = useQuery({
    queryKey: [...tariffsKey, "fees", tariff.id, tariff.revision, carTypeId, km, minutes, at, when],
    queryFn: () =>
      previewFees(tariff.id, {
        car_type_id: carTypeId,
        run: { distance_km: km, minutes },
        at,
        booked_for_later: true,
        ...when,
      }),
    enabled: valid,
    placeholderData: keepPreviousData,
  });
  return (
    <section className={classes.fees} aria-labelledby="tariff-fees">
      <h3 id="tariff-fees">{t("tariffs.fees")}</h3>
      <p className={classes.soft}>{t("tariffs.fees_lead")}</p>
      <div className={`${classes.pair} ${classes.feeInputs}`}>
        {INPUTS.map((name) => (
          <AmountInput
            key={name}
            label={t(`tariffs.fees_${name}`)}
            value={values[name]}
            error={isNumber(values[name]) ? undefined : t("tariffs.fees_number")}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
      {error ? <ErrorState compact error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <dl className={classes.feeList} aria-live="polite">
          {data.results.map(({ occasion, amount, explanation }) => (
            <div key={occasion}>
              <dt>{t(`tariffs.fees_${occasion}`)}</dt>
              <dd>
                {amount === null ? (
                  <span className={classes.soft}>{t(`tariffs.fees_none_${occasion}`)}</span>
                ) : (
                  <Money amount={amount} />
                )}
                {explanation ? <p className={classes.soft}>{explanation}</p> : null}
              </dd>
            </div>
          ))}
        </dl>
      ) : error || !valid ? null : (
        <LoadingState compact />
      )}
    </section>
  );
}
