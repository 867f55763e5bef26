import { Button } from "@mantine/core";
import { IconSettings } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type QuoteRow, quoteSummaryQuery, quotesKey, REQUESTERS } from "@/api/quotes";
import { useFormat } from "@/i18n/use-format";
import { DataList } from "@/ui/data-table/data-list";
import { PageHeader } from "@/ui/page-header";
import { PeriodTools } from "@/ui/periods/period-tools";
import { usePeriods } from "@/ui/periods/use-periods";
import { EmptyState, ErrorState, LoadingState } from "@/ui/states";
import { quoteColumns } from "./quote-columns";
import { QuoteNumbersView } from "./quote-numbers";
import classes from "./tariffs.module.css";

/** How many of the prices shown were booked, and the record of them. */
export function QuotesPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const periods = usePeriods({ preset: "last_30", group: "day" });
  const { from, to } = periods;
  const { data: summary, error, refetch } = useQuery(quoteSummaryQuery({ from, to }));
  return (
    <div className={classes.page}>
      <PageHeader
        back="/tariffs"
        title={t("tariffs.quotes")}
        lead={t("tariffs.quotes_lead")}
        actions={
          <Button
            component={Link}
            to="/settings"
            variant="default"
            leftSection={<IconSettings size={18} aria-hidden="true" />}
          >
            {t("menu.settings")}
          </Button>
        }
      />
      {summary && !summary.recording ? (
        <EmptyState compact title={t("tariffs.quotes_off")} body={t("tariffs.quotes_off_body")} />
      ) : null}
      <PeriodTools periods={periods} groups={[]} />
      {error && !summary ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {summary || error ? null : <LoadingState />}
      {summary && summary.total.quotes !== 0 ? <QuoteNumbersView summary={summary} /> : null}
      <DataList<QuoteRow>
        name="quotes"
        label={t("tariffs.quotes_list")}
        path="quotes/"
        queryKey={[...quotesKey, "list"]}
        columns={quoteColumns(t, format)}
        fixed={{ from, to }}
        viewParams={["from", "to"]}
        searchable
        filters={[
          {
            name: "taken",
            label: t("tariffs.quotes_booking"),
            kind: "select",
            options: [
              { value: "true", label: t("tariffs.quotes_taken") },
              { value: "false", label: t("tariffs.quotes_not_taken") },
            ],
          },
          {
            name: "requester",
            label: t("tariffs.quotes_requester"),
            kind: "select",
            options: REQUESTERS.map((value) => ({ value, label: t(`tariffs.quotes_${value}`) })),
          },
        ]}
        rowName={(row) => format.dateTime(row.at)}
        empty={{ title: t("tariffs.quotes_none"), body: t("tariffs.quotes_none_body") }}
        exported={{ kind: "quotes", lead: t("tariffs.quotes_export_lead") }}
      />
    </div>
  );
}
