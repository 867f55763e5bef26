import { Button, Progress } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { followLink } from "@/api/download";
import { ApiError } from "@/api/error";
import { exportQuery, isInProgress } from "@/api/exports";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { ErrorState } from "@/ui/states";
import classes from "./export-dialog.module.css";

interface ExportProgressProps {
  id: number;
  /** Cancels the export. */
  onDrop: () => void;
  /** Starts another export. */
  onAgain: () => void;
}

/** The progress of an export; downloads the file automatically when it is ready. */
export function ExportProgress({ id, onDrop, onAgain }: ExportProgressProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data: job, error, refetch } = useQuery(exportQuery(id));
  const fetched = useRef(false);
  const url = job?.state === "done" ? job.url : null;

  useEffect(() => {
    if (!url || fetched.current) return;
    fetched.current = true;
    followLink(url);
  }, [url]);

  if (error && !job) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (job?.state === "failed") {
    return (
      <>
        <p className={classes.failed} role="alert">
          {errorText(
            new ApiError(409, job.error ?? "export_failed", t("history.export_failed")),
            t,
          )}
        </p>
        <Button fullWidth onClick={onAgain}>
          {t("app.retry")}
        </Button>
      </>
    );
  }
  if (job && !isInProgress(job)) {
    return (
      <>
        <p className={classes.lead} role="status">
          {t("history.export_done", { count: job.rows_done })}
        </p>
        {url ? (
          <Button
            fullWidth
            component="a"
            href={url}
            download
            leftSection={<IconDownload size={20} aria-hidden="true" />}
          >
            {t("history.export_download")}
          </Button>
        ) : null}
        <Button fullWidth variant="default" onClick={onAgain}>
          {t("history.export_again")}
        </Button>
      </>
    );
  }

  const total = job?.rows_total ?? null;
  const done = job?.rows_done ?? 0;
  const share = total ? Math.min(100, (done / total) * 100) : 0;
  return (
    <>
      <p className={classes.lead} role="status">
        {total === null
          ? t("history.export_waiting")
          : t("history.export_rows", { done: number(done), total: number(total) })}
      </p>
      <Progress.Root size="lg">
        <Progress.Section
          value={total === null ? 100 : share}
          striped={total === null}
          animated={total === null}
          aria-label={t("history.export_progress")}
        />
      </Progress.Root>
      <Button fullWidth variant="default" onClick={onDrop}>
        {t("history.export_cancel")}
      </Button>
    </>
  );
}
