import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { dashboardChartQuery, dashboardQuery } from "@/api/dashboard";
import { type Area, useMay } from "@/api/permissions";
import { useViewer } from "@/api/session";
import type { Dashboard, FiguresRow } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Spark } from "@/ui/chart/spark";
import { Money } from "@/ui/money";
import { ErrorState } from "@/ui/states";
import classes from "./dashboard.module.css";

const EARNINGS = ["today", "month", "total"] as const;
const COUNTS = [
  "trips_active",
  "active_drivers",
  "completed",
  "cancelled",
  "drivers",
  "riders",
] as const;
type CardName = (typeof EARNINGS)[number] | (typeof COUNTS)[number];

const fees = (row: FiguresRow) => Number(row.convenience_fees);
const runningSum = (values: number[]) => {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
};

/** The figure that a card's curve shows for the last thirty days. */
const CURVES: Record<CardName, { of: (rows: FiguresRow[]) => number[]; money?: boolean }> = {
  today: { of: (rows) => rows.map(fees), money: true },
  month: {
    of: (rows) => {
      const month = rows.at(-1)?.since.slice(0, 7);
      return runningSum(rows.filter(({ since }) => since.slice(0, 7) === month).map(fees));
    },
    money: true,
  },
  total: { of: (rows) => runningSum(rows.map(fees)), money: true },
  trips_active: { of: (rows) => rows.map((row) => row.rides + row.cancelled) },
  active_drivers: { of: (rows) => rows.map((row) => row.drivers) },
  completed: { of: (rows) => rows.map((row) => row.rides) },
  cancelled: { of: (rows) => rows.map((row) => row.cancelled) },
  drivers: { of: (rows) => rows.map((row) => row.new_drivers) },
  riders: { of: (rows) => rows.map((row) => row.new_riders) },
};
/** The list whose rows a card counts. */
const LISTS: Partial<Record<CardName, string>> = {
  trips_active: "/bookings?status=ACCEPTED,ARRIVED,STARTED,REACHED",
  active_drivers: "/drivers?active=true&approved=true",
  completed: "/bookings?status=PAID,COMPLETE",
  cancelled: "/bookings?status=CANCELLED",
  drivers: "/drivers",
  riders: "/riders",
};
/** What the list needs, if it is not a list of bookings. */
const AREAS: Partial<Record<CardName, Area>> = {
  active_drivers: "people",
  drivers: "people",
  riders: "people",
};
const POLL_MS = 15_000;

interface FigureCardsProps {
  /** The number of drivers on the map and in its list, so that the counter matches them. */
  online: number | undefined;
}

/** The convenience fees earned, and the other counts. */
export function FigureCards({ online }: FigureCardsProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data, error, refetch } = useQuery({
    ...dashboardQuery(),
    refetchInterval: POLL_MS,
  });
  const { role } = useViewer();
  const may = useMay();
  const { data: days } = useQuery(dashboardChartQuery());
  const { money } = useFormat();
  if (error && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />;

  const curve = (name: CardName) => {
    if (!days) return <Skeleton height={28} />;
    const { of, money: inMoney } = CURVES[name];
    const values = of(days);
    const formatFigure = (value: number) => (inMoney ? money(value.toFixed(4)) : number(value));
    const last = formatFigure(values.at(-1) ?? 0);
    return (
      <Spark
        values={values}
        label={t(`dashboard.spark_${name}`, { most: formatFigure(Math.max(0, ...values)), last })}
      />
    );
  };
  const counted = (name: (typeof COUNTS)[number], counts: Dashboard["counts"]) =>
    name === "active_drivers" ? (online ?? counts[name]) : counts[name];
  const card = (name: CardName, label: string, figure: ReactNode, main = false) => (
    <div key={name} className={classes.card} data-main={main || undefined}>
      <dt>{label}</dt>
      <dd className="hx-tabular">
        {data ? (
          <Figure to={may(AREAS[name] ?? "bookings") ? LISTS[name] : undefined}>{figure}</Figure>
        ) : (
          <Skeleton height={26} width="60%" />
        )}
      </dd>
      <dd className={classes.curve}>{curve(name)}</dd>
    </div>
  );
  return (
    <dl className={classes.cards}>
      {(data?.earnings === null ? [] : EARNINGS).map((name) =>
        card(
          name,
          t(`dashboard.earnings_${name}`),
          data?.earnings ? <Money amount={data.earnings[name]} /> : null,
          true,
        ),
      )}
      {COUNTS.filter((name) => role === "admin" || name !== "riders").map((name) =>
        card(name, t(`dashboard.count_${name}`), data ? number(counted(name, data.counts)) : null),
      )}
    </dl>
  );
}

function Figure({ to, children }: { to: string | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  if (!to) return children;
  return (
    <Link to={to} title={t("dashboard.show_list")} className={classes.figure ?? ""}>
      {children}
    </Link>
  );
}
