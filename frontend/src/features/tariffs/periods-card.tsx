import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { tariffPeriodsQuery, tariffsKey, withdrawPeriod } from "@/api/tariffs";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { ErrorState } from "@/ui/states";
import { toast } from "@/ui/toast";
import { CarTypesSheet } from "./car-types-sheet";
import classes from "./tariffs.module.css";

const SHOWN = 6;

/** Which tariff prices trips from when on, and the way back to the car types' numbers. */
export function PeriodsCard() {
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  const client = useQueryClient();
  const [returning, setReturning] = useState(false);
  const { data: periods, error, refetch } = useQuery(tariffPeriodsQuery());
  const withdraw = useMutation({
    mutationFn: withdrawPeriod,
    onSuccess: () => toast.success(t("tariffs.withdrawn")),
    onError: (failure) => toast.failure(errorText(failure, t)),
    onSettled: () => client.invalidateQueries({ queryKey: tariffsKey }),
  });
  if (error) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!periods) return null;
  const now = new Date().toISOString();
  const current = periods.find(({ valid_from }) => valid_from <= now);
  return (
    <section className={classes.card} aria-labelledby="tariff-periods">
      <div className={classes.cardHead}>
        <h2 id="tariff-periods">{t("tariffs.periods")}</h2>
        {current?.tariff_id ? (
          <Button
            variant="default"
            size="compact-sm"
            aria-haspopup="dialog"
            onClick={() => setReturning(true)}
          >
            {t("tariffs.use_car_types")}
          </Button>
        ) : null}
      </div>
      {current?.tariff_id ? null : <p className={classes.soft}>{t("tariffs.car_types_apply")}</p>}
      <ul className={classes.names}>
        {periods.slice(0, SHOWN).map((period) => (
          <li key={period.id}>
            <span>{dateTime(period.valid_from)}</span>
            <strong>
              <bdi>{period.tariff || t("tariffs.car_type_numbers")}</bdi>
            </strong>
            {period.version === null ? null : (
              <span className={classes.soft}>
                {t("tariffs.version_of", { number: number(period.version) })}
              </span>
            )}
            {period.valid_from > now ? (
              <Button
                variant="subtle"
                size="compact-sm"
                loading={withdraw.isPending && withdraw.variables === period.id}
                onClick={() => withdraw.mutate(period.id)}
              >
                {t("tariffs.withdraw")}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {returning ? <CarTypesSheet onClose={() => setReturning(false)} /> : null}
    </section>
  );
}
