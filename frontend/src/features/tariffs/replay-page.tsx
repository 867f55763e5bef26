import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { replaysQuery } from "@/api/replays";
import { PageHeader } from "@/ui/page-header";
import { useReadOnly } from "@/ui/read-only";
import { EmptyState, ErrorState, LoadingState } from "@/ui/states";
import { useAddress } from "@/ui/use-address";
import { ReplayDriverView } from "./replay-driver";
import { ReplayForm } from "./replay-form";
import { ReplayResultsView } from "./replay-results";
import { ReplayRuns } from "./replay-runs";
import classes from "./tariffs.module.css";

/** What past trips would have cost under another tariff, before it counts. */
export function ReplayPage() {
  const { t } = useTranslation();
  const readOnly = useReadOnly();
  const { params, change } = useAddress();
  const { data: runs, error, refetch } = useQuery(replaysQuery());
  const finished = runs?.filter(({ state }) => state === "done") ?? [];
  const shown = finished.find(({ id }) => String(id) === params.get("run")) ?? finished[0];
  const driver = Number(params.get("driver"));
  if (shown && driver) {
    return (
      <div className={classes.page}>
        <ReplayDriverView run={shown} driver={driver} />
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <PageHeader back="/tariffs" title={t("tariffs.replay")} lead={t("tariffs.replay_lead")} />
      {readOnly ? null : <ReplayForm onStarted={(id) => change({ run: String(id) })} />}
      {error && !runs ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {runs || error ? null : <LoadingState />}
      {runs?.length === 0 ? (
        <EmptyState compact title={t("tariffs.replay_none")} body={t("tariffs.replay_none_body")} />
      ) : null}
      {runs?.length ? (
        <ReplayRuns runs={runs} shown={shown?.id} onShow={(id) => change({ run: String(id) })} />
      ) : null}
      {shown ? <ReplayResultsView key={shown.id} run={shown} /> : null}
    </div>
  );
}
