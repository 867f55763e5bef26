import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { waitingApprovalsQuery } from "@/api/approvals";
import { batchesQuery } from "@/api/payouts";
import type { PayoutBatch } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { WaitingLink } from "@/ui/approvals/waiting-link";
import { Modal } from "@/ui/dialog/modal";
import { Money } from "@/ui/money";
import { EmptyState, ErrorState, LoadingState } from "@/ui/states";
import classes from "./payouts.module.css";
import { fetchBankFile } from "./use-bank-file";

interface FilesDialogProps {
  opened: boolean;
  onClose: () => void;
  onProcess: (batch: PayoutBatch) => void;
}

/** The bank files, each of which can be downloaded again or processed as a whole. */
export function FilesDialog({ opened, onClose, onProcess }: FilesDialogProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const list = useInfiniteQuery(batchesQuery());
  const fetching = useMutation({ mutationFn: fetchBankFile });
  const waiting = useQuery(waitingApprovalsQuery()).data ?? [];
  const waitingFor = (id: number) => waiting.find((one) => one.batch_id === id);
  const files = list.data?.pages.flatMap(({ results }) => results) ?? [];
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("payouts.files")}
      size="lg"
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      {fetching.error ? (
        <p className={classes.error} role="alert">
          {errorText(fetching.error, t)}
        </p>
      ) : null}
      {list.isPending ? (
        <LoadingState compact />
      ) : list.isError && !list.data ? (
        <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />
      ) : files.length === 0 ? (
        <EmptyState compact title={t("payouts.no_files")} />
      ) : (
        <ul className={classes.files}>
          {files.map((file) => (
            <li key={file.id}>
              <div>
                <p>
                  <strong>{t("payouts.file_number", { number: file.id })}</strong>{" "}
                  <Money amount={file.total} />
                </p>
                <p className={classes.soft}>
                  {dateTime(file.created_at)} · <bdi>{file.created_by}</bdi> ·{" "}
                  {file.open_rows > 0
                    ? t("payouts.file_open", { count: file.open_rows })
                    : t("payouts.file_done", { count: file.rows })}
                </p>
                {waitingFor(file.id) ? <WaitingLink id={waitingFor(file.id)?.id ?? 0} /> : null}
              </div>
              <div className={classes.actions}>
                <Button
                  variant="default"
                  leftSection={<IconDownload size={18} aria-hidden="true" />}
                  loading={fetching.isPending && fetching.variables === file.id}
                  onClick={() => fetching.mutate(file.id)}
                >
                  CSV
                </Button>
                <Button
                  disabled={file.open_rows === 0 || waitingFor(file.id) !== undefined}
                  aria-haspopup="dialog"
                  onClick={() => onProcess(file)}
                >
                  {t("payouts.process")}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage ? (
        <Button
          className={classes.more ?? ""}
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t("payouts.more")}
        </Button>
      ) : null}
    </Modal>
  );
}
