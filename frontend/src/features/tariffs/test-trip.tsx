import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { previewTariff, type Tariff, tariffsKey } from "@/api/tariffs";
import { useFormat } from "@/i18n/use-format";
import { FareBreakdown } from "@/ui/fare-breakdown";
import { ErrorState, LoadingState } from "@/ui/states";
import classes from "./tariffs.module.css";
import { TestFees } from "./test-fees";

export interface TestTripProps {
  tariff: Tariff;
  carTypeId: number;
  km: string;
  minutes: string;
  at: string;
}

/** The lines of one price of the grid, with the rule that made each. */
export function TestTrip({ tariff, carTypeId, km, minutes, at }: TestTripProps) {
  const { t } = useTranslation();
  const { wall } = useFormat();
  const { data, error, refetch } = useQuery({
    queryKey: [...tariffsKey, "trip", tariff.id, tariff.revision, carTypeId, km, minutes, at],
    queryFn: () =>
      previewTariff(tariff.id, {
        car_type_id: carTypeId,
        run: { distance_km: km, minutes },
        at,
      }),
  });
  return (
    <section className={classes.trip} aria-label={t("tariffs.trip_lines")} aria-live="polite">
      <h3>{t("tariffs.trip_at", { time: wall(at) })}</h3>
      {error ? <ErrorState compact error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <FareBreakdown lines={data.breakdown} total={data.trip_cost} />
      ) : error ? null : (
        <LoadingState compact />
      )}
      <TestFees tariff={tariff} carTypeId={carTypeId} km={km} minutes={minutes} at={at} />
    </section>
  );
}
