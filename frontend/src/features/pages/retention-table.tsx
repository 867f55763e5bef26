import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { retentionQuery } from "@/api/retention";
import type texts from "@/i18n/en/pages.json";
import { useFormat } from "@/i18n/use-format";
import { ErrorState } from "@/ui/states";
import classes from "./retention-table.module.css";

type Name = keyof typeof texts.pages.retention;

const HOURS_OF_A_DAY = 24;

/** The operator's retention periods: what is deleted, and after how long. */
export function RetentionTable() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQuery(retentionQuery());
  if (error) return <ErrorState error={error} onRetry={refetch} compact />;
  if (!data) return <Skeleton height="20rem" aria-label={t("app.loading")} role="status" />;

  const period = (hours: number) =>
    hours % HOURS_OF_A_DAY === 0 ? format.days(hours / HOURS_OF_A_DAY) : format.hours(hours);
  const name = (key: string) => t(`pages.retention.${key as Name}`);
  return (
    <table className={classes.table} aria-label={t("pages.retention_title")}>
      <thead>
        <tr>
          <th scope="col">{t("pages.retention_data")}</th>
          <th scope="col">{t("pages.retention_period")}</th>
        </tr>
      </thead>
      <tbody>
        {data.map((row) => (
          <tr key={row.name}>
            <th scope="row">{name(row.name)}</th>
            <td>{row.hours === null ? t("pages.retention_none") : period(row.hours)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
