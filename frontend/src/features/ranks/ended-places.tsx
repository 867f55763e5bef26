import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { endedPlacesQuery } from "@/api/ranks";
import { useFormat } from "@/i18n/use-format";
import { DateField } from "@/ui/dates/date-field";
import { PersonLink } from "@/ui/record-link";
import { EmptyState, ErrorState, LoadingState } from "@/ui/states";
import classes from "./ranks.module.css";

/** The places of a rank that ended on a day: who queued, when, and why it ended. */
export function EndedPlaces({ rank }: { rank: number }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  const [day, setDay] = useState("");
  const { data: places, error, refetch } = useQuery(endedPlacesQuery(rank, day));
  return (
    <section className={classes.ended}>
      <h3>{t("fleet.rank_ended")}</h3>
      <DateField size="sm" label={t("fleet.rank_ended_day")} value={day} onChange={setDay} />
      {error && !places ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : !places ? (
        <LoadingState compact />
      ) : places.length === 0 ? (
        <EmptyState compact title={t("fleet.rank_ended_none")} />
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t("fleet.rank_ended_driver")}</th>
              <th scope="col">{t("fleet.rank_ended_times")}</th>
              <th scope="col">{t("fleet.rank_reason")}</th>
            </tr>
          </thead>
          <tbody>
            {places.map((place) => (
              <tr key={place.id}>
                <td>
                  <PersonLink id={place.driver.id} kind="driver">
                    <bdi>{place.driver.name || `#${place.driver.id}`}</bdi>
                  </PersonLink>
                  <p className={classes.soft}>
                    <bdi>{place.plate}</bdi>
                  </p>
                </td>
                <td className="hx-tabular">
                  <time dateTime={place.entered_at}>{time(place.entered_at)}</time>–
                  <time dateTime={place.ended_at}>{time(place.ended_at)}</time>
                </td>
                <td>
                  {t(`fleet.rank_end_${place.end_reason}`)}
                  {place.note ? (
                    <p className={classes.soft}>
                      <bdi>{place.note}</bdi>
                    </p>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
