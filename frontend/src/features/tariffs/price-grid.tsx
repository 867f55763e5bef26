import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { carTypesQuery, publicSettingsQuery } from "@/api/catalogue";
import { compareTariff, type Tariff, tariffsKey } from "@/api/tariffs";
import { useFormat } from "@/i18n/use-format";
import { ErrorState, LoadingState } from "@/ui/states";
import { gridTimes } from "./grid-times";
import classes from "./tariffs.module.css";
import { KM_PER_MILE, TestHire } from "./test-hire";
import { TestTrip } from "./test-trip";

const DISTANCES = "2, 5, 10, 20";
const MINUTES_PER_KM = 1.8;
const MOST_RUNS = 12;

/** Returns the distances of a text such as "2, 5, 10.5". */
export const distancesOf = (text: string): string[] =>
  text
    .split(/[,;\s]+/)
    .filter((part) => /^\d{1,4}(\.\d{1,3})?$/.test(part) && Number(part) > 0)
    .slice(0, MOST_RUNS);

interface Chosen {
  km: string;
  minutes: string;
  at: string;
}

/** Prices of usual runs at several times, beside the tariff in force, and the lines of a test trip. */
export function PriceGrid({ tariff }: { tariff: Tariff }) {
  const { t } = useTranslation();
  const format = useFormat();
  const settings = useQuery(publicSettingsQuery());
  const cars = useQuery(carTypesQuery());
  const [car, setCar] = useState("");
  const [text, setText] = useState(DISTANCES);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const inMiles = settings.data?.convert_to_mile ?? false;
  const carId = Number(car) || cars.data?.[0]?.id || 0;
  const times = gridTimes(new Date());
  const runs = distancesOf(text).map((name) => {
    const km = Number(name) * (inMiles ? KM_PER_MILE : 1);
    return { name, distance_km: km.toFixed(3), minutes: (km * MINUTES_PER_KM).toFixed(2) };
  });
  const body = { tariff_id: tariff.id, car_type_id: carId, runs, times: times.map(({ at }) => at) };
  const grid = useQuery({
    queryKey: [...tariffsKey, "grid", tariff.id, tariff.revision, carId, text],
    queryFn: () => compareTariff(body),
    enabled: carId > 0 && runs.length > 0,
  });
  const difference = (amount: string) =>
    `${Number(amount) > 0 ? "+" : "−"}${format.money(amount.replace("-", ""))}`;

  return (
    <section className={classes.card} aria-labelledby="tariff-grid">
      <h2 id="tariff-grid">{t("tariffs.grid")}</h2>
      <p className={classes.soft}>{t("tariffs.grid_lead")}</p>
      <div className={classes.pair}>
        <NativeSelect
          label={t("people.col_car_type")}
          value={String(carId)}
          data={(cars.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(event) => setCar(event.currentTarget.value)}
        />
        <TextInput
          label={t("tariffs.grid_distances", {
            unit: t(inMiles ? "fare.unit_mi" : "fare.unit_km"),
          })}
          value={text}
          dir="ltr"
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      {grid.error ? (
        <ErrorState compact error={grid.error} onRetry={() => void grid.refetch()} />
      ) : null}
      {grid.isPending && carId > 0 && runs.length > 0 ? <LoadingState compact /> : null}
      {grid.data ? (
        <div className={classes.scroll}>
          <table className={classes.grid}>
            <thead>
              <tr>
                <th scope="col">{t("tariffs.grid_distance")}</th>
                {times.map(({ id, at }) => (
                  <th key={id} scope="col">
                    {format.wall(at)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {grid.data.rows.map((row, index) => (
                <tr key={row.name}>
                  <th scope="row">
                    <bdi dir="ltr">
                      {row.name} {t(inMiles ? "fare.unit_mi" : "fare.unit_km")}
                    </bdi>
                  </th>
                  {row.cells.map((cell, column) => {
                    const run = runs[index];
                    const time = times[column];
                    const changed = cell.difference !== null && Number(cell.difference) !== 0;
                    return (
                      <td
                        key={time?.id}
                        data-change={changed ? Math.sign(Number(cell.difference)) : undefined}
                      >
                        {cell.trip_cost === null || !run || !time ? (
                          <span className={classes.soft}>{t("tariffs.no_rate")}</span>
                        ) : (
                          <Button
                            variant="subtle"
                            color="gray"
                            size="compact-md"
                            aria-pressed={chosen?.at === time.at && chosen.km === run.distance_km}
                            onClick={() =>
                              setChosen({ km: run.distance_km, minutes: run.minutes, at: time.at })
                            }
                          >
                            {format.money(cell.trip_cost)}
                          </Button>
                        )}
                        {changed && cell.difference !== null ? (
                          <bdi className={classes.change} dir="ltr">
                            {difference(cell.difference)}
                          </bdi>
                        ) : null}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
          <p className={classes.soft}>
            {grid.data.other_id === tariff.id
              ? t("tariffs.grid_same")
              : t(grid.data.other_id === null ? "tariffs.grid_beside_cars" : "tariffs.grid_beside")}
          </p>
        </div>
      ) : null}
      {chosen && carId > 0 ? (
        <TestTrip
          key={JSON.stringify([chosen, carId, tariff.revision])}
          tariff={tariff}
          carTypeId={carId}
          {...chosen}
        />
      ) : null}
      {carId > 0 && times[0] && tariff.document.rules.some((rule) => rule.then.kind === "hire") ? (
        <TestHire
          tariff={tariff}
          carTypeId={carId}
          at={chosen?.at ?? times[0].at}
          inMiles={inMiles}
        />
      ) : null}
    </section>
  );
}
