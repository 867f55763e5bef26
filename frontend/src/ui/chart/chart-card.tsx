import { SegmentedControl } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./chart.module.css";
import { Plot } from "./plot";
import type { ChartData } from "./types";

interface ChartCardProps extends ChartData {
  title: string;
  /** The heading of the table's first column. */
  periods: string;
  shape?: "bars" | "lines";
  tools?: ReactNode;
}

/** A chart or a table of the same data; the user's choice is stored. */
export function ChartCard({ title, periods, shape = "bars", tools, ...data }: ChartCardProps) {
  const { t } = useTranslation();
  const [view, setView] = useLocalStorage<"chart" | "table">({
    key: "hansom.chart-view",
    defaultValue: "chart",
  });
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <h2>{title}</h2>
        {tools}
        <SegmentedControl
          size="xs"
          aria-label={t("reports.view")}
          value={view}
          onChange={(chosen) => setView(chosen === "table" ? "table" : "chart")}
          data={[
            { value: "chart", label: t("reports.view_chart") },
            { value: "table", label: t("reports.view_table") },
          ]}
        />
      </div>
      {view === "chart" ? (
        <Plot label={title} shape={shape} {...data} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
        <section className={classes.twin} aria-label={title} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{periods}</th>
                {data.series.map(({ key, label }) => (
                  <th key={key} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.points.map((point) => (
                <tr key={point.key}>
                  <th scope="row">{point.label}</th>
                  {data.series.map(({ key }, index) => (
                    <td key={key} className="hx-tabular">
                      {data.format(point.values[index] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
