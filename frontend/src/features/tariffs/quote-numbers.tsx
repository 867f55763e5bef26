import { useTranslation } from "react-i18next";
import type { QuoteNumbers, QuoteSummary } from "@/api/quotes";
import { useFormat } from "@/i18n/use-format";
import { ChartCard } from "@/ui/chart/chart-card";
import { useCompact } from "@/ui/chart/use-compact";
import { Figure, Figures } from "@/ui/figures";
import { QuoteTable } from "./quote-table";
import classes from "./quotes.module.css";
import page from "./tariffs.module.css";

/** Quotes, bookings and conversion of a period: in total, by hour, by area and by car type. */
export function QuoteNumbersView({ summary }: { summary: QuoteSummary }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const compact = useCompact();
  return (
    <>
      <Total numbers={summary.total} />
      <p className={page.soft}>{t("tariffs.quotes_rule")}</p>
      <ChartCard
        title={t("tariffs.quotes_by_hour")}
        periods={t("tariffs.quotes_hour")}
        points={summary.hours.map(({ hour, quotes, taken }) => {
          const label = `${String(hour).padStart(2, "0")}:00`;
          return { key: String(hour), label, short: label, values: [quotes ?? 0, taken ?? 0] };
        })}
        series={[
          { key: "quotes", label: t("tariffs.quotes_count"), tone: "way" },
          { key: "taken", label: t("tariffs.quotes_taken"), tone: "go" },
        ]}
        format={number}
        formatShort={compact}
      />
      <div className={classes.tables}>
        <QuoteTable
          title={t("tariffs.quotes_by_car_type")}
          label={t("tariffs.quotes_car_type")}
          rows={summary.car_types.map((row) => ({ ...row, key: String(row.id) }))}
        />
        <QuoteTable
          title={t("tariffs.quotes_by_area")}
          label={t("tariffs.quotes_area")}
          none={t("tariffs.quotes_no_areas")}
          rows={summary.areas.map((row) => ({
            ...row,
            key: row.id,
            name: row.name || t("tariffs.quotes_unnamed"),
          }))}
        />
      </div>
    </>
  );
}

function Total({ numbers }: { numbers: QuoteNumbers }) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  const few = <span className={classes.few}>{t("tariffs.quotes_few")}</span>;
  const { quotes, taken, conversion } = numbers;
  return (
    <Figures>
      <Figure name={t("tariffs.quotes_count")}>{quotes === null ? few : number(quotes)}</Figure>
      <Figure name={t("tariffs.quotes_taken")}>{taken === null ? few : number(taken)}</Figure>
      <Figure name={t("tariffs.quotes_conversion")}>
        {conversion === null ? few : percent(conversion)}
      </Figure>
    </Figures>
  );
}
