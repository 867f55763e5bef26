import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { assignmentsQuery, type Vehicle } from "@/api/fleet";
import { useFormat } from "@/i18n/use-format";
import { PersonLink } from "@/ui/record-link";
import { ErrorState } from "@/ui/states";
import classes from "./vehicles.module.css";

/** Who has had the vehicle, has it, or will have it. */
export function AssignmentHistory({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { data, error, refetch } = useQuery(assignmentsQuery(vehicle.id));
  return (
    <section aria-labelledby="assignments">
      <h3 id="assignments" className={classes.heading}>
        {t("fleet.assignments")}
      </h3>
      {data?.length === 0 ? <p className={classes.soft}>{t("fleet.assignments_none")}</p> : null}
      {data ? (
        <ul className={classes.history}>
          {data.map(({ id, driver, starts_at, ends_at }) => (
            <li key={id}>
              <PersonLink id={driver.id} kind="driver">
                <bdi>{driver.name || `#${driver.id}`}</bdi>
              </PersonLink>
              <span className={classes.soft}>
                {dateTime(starts_at)} – {ends_at ? dateTime(ends_at) : t("fleet.without_end")}
              </span>
            </li>
          ))}
        </ul>
      ) : error ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="4rem" radius="md" />
      )}
    </section>
  );
}
