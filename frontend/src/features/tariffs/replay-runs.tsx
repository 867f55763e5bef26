import { Button, Progress } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { deleteReplay, isUnfinished, type ReplayRun, replaysKey, startReplay } from "@/api/replays";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { useReadOnly } from "@/ui/read-only";
import { toast } from "@/ui/toast";
import classes from "./tariffs.module.css";
import { useReplayName } from "./use-replay-name";

interface ReplayRunsProps {
  runs: readonly ReplayRun[];
  /** The run whose results are below. */
  shown: number | undefined;
  onShow: (id: number) => void;
}

/** Whether the tariff of a run was deleted, so that it cannot start again. */
const isGone = ({ tariff_id, tariff_name }: ReplayRun) => tariff_id === null && tariff_name !== "";

/** The last replays with their progress. */
export function ReplayRuns({ runs, shown, onShow }: ReplayRunsProps) {
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  const name = useReplayName();
  const readOnly = useReadOnly();
  const client = useQueryClient();
  const drop = useMutation({
    mutationFn: deleteReplay,
    onError: (failure) => toast.failure(errorText(failure, t)),
    onSettled: () => client.invalidateQueries({ queryKey: replaysKey }),
  });
  const again = useMutation({
    mutationFn: ({ tariff_id, first_day, last_day }: ReplayRun) =>
      startReplay({ tariff_id, first_day, last_day }),
    onError: (failure) => toast.failure(errorText(failure, t)),
    onSettled: () => client.invalidateQueries({ queryKey: replaysKey }),
  });
  return (
    <section className={classes.card} aria-labelledby="tariff-replays">
      <h2 id="tariff-replays">{t("tariffs.replays")}</h2>
      <ul className={classes.names}>
        {runs.map((run) => (
          <li key={run.id} aria-current={run.id === shown || undefined}>
            <strong>{name(run)}</strong>
            <span className={classes.soft}>
              {dateTime(run.created_at)} · <bdi>{run.requested_by}</bdi>
            </span>
            {isUnfinished(run) ? (
              <>
                <span role="status">
                  {run.state === "queued"
                    ? t("tariffs.replay_waiting")
                    : t("tariffs.replay_progress", {
                        done: number(run.trips_done),
                        total: number(run.trips_total),
                      })}
                </span>
                <Progress.Root size="lg" w="8rem">
                  <Progress.Section
                    value={(100 * run.trips_done) / Math.max(1, run.trips_total)}
                    aria-label={name(run)}
                  />
                </Progress.Root>
              </>
            ) : null}
            {run.state === "failed" ? (
              <span>
                {run.error === "replay_process_ended"
                  ? t("tariffs.replay_process_ended")
                  : t("tariffs.replay_failed")}
              </span>
            ) : null}
            {run.state === "failed" && !readOnly && !isGone(run) ? (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`${t("tariffs.replay_again")}: ${name(run)}`}
                loading={again.isPending && again.variables === run}
                onClick={() => again.mutate(run)}
              >
                {t("tariffs.replay_again")}
              </Button>
            ) : null}
            {run.state === "done" && run.id !== shown ? (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`${t("tariffs.replay_show")}: ${name(run)}`}
                onClick={() => onShow(run.id)}
              >
                {t("tariffs.replay_show")}
              </Button>
            ) : null}
            {readOnly ? null : (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`${t(isUnfinished(run) ? "tariffs.replay_cancel" : "tariffs.delete")}: ${name(run)}`}
                loading={drop.isPending && drop.variables === run.id}
                onClick={() => drop.mutate(run.id)}
              >
                {t(isUnfinished(run) ? "tariffs.replay_cancel" : "tariffs.delete")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
