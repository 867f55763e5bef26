import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { meterQuery } from "@/api/street-trips";
import { useFormat } from "@/i18n/use-format";
import { ErrorState } from "@/ui/states";

/** What the meter charges: the car type's rates, or the tariff in force and its starting fare. */
export function MeterHint() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { data, error, refetch } = useQuery(meterQuery());
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height="1.5rem" />;
  if (data.tariff) {
    return (
      <p>{t("driver.street_tariff", { tariff: data.tariff, fare: money(data.starting_fare) })}</p>
    );
  }
  return (
    <p>
      {t("driver.street_meter", {
        base: money(data.base_fare),
        distance: money(data.rate_per_unit_distance),
        unit: t(data.convert_to_mile ? "fare.unit_mi" : "fare.unit_km"),
        time: money(String(Number(data.rate_per_hour) / 60)),
      })}
    </p>
  );
}
