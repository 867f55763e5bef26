import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { dashboardQuery } from "@/api/dashboard";
import { useFormat } from "@/i18n/use-format";
import { useLiveBookings } from "@/realtime/live";
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
const LOOK_AGAIN_MS = 15_000;

/** Convenience fees earned, and the counts beside them. */
export function FigureCards() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data, error, refetch } = useQuery({
    ...dashboardQuery(),
    refetchInterval: LOOK_AGAIN_MS,
  });
  useLiveBookings();
  if (error && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />;

  const card = (name: string, label: string, figure: ReactNode, main = false) => (
    <div key={name} className={classes.card} data-main={main || undefined}>
      <dt>{label}</dt>
      <dd className="hx-tabular">{data ? figure : <Skeleton height={26} width="60%" />}</dd>
    </div>
  );
  return (
    <dl className={classes.cards}>
      {EARNINGS.map((name) =>
        card(
          name,
          t(`dashboard.earnings_${name}`),
          data ? <Money amount={data.earnings[name]} /> : null,
          true,
        ),
      )}
      {COUNTS.map((name) =>
        card(name, t(`dashboard.count_${name}`), data ? number(data.counts[name]) : null),
      )}
    </dl>
  );
}
