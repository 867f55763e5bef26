import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Export } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { Modal } from "@/ui/dialog/modal";
import classes from "./export-dialog.module.css";
import { ExportProgress } from "./export-progress";
import { useExport } from "./use-export";

interface DataExportDialogProps {
  title: string;
  lead: string;
  start: (idempotencyKey: string) => Promise<Export>;
  opened: boolean;
  onClose: () => void;
}

/** Exports a person's data to a ZIP file: request, progress, download. */
export function DataExportDialog({ title, lead, start, opened, onClose }: DataExportDialogProps) {
  const { t } = useTranslation();
  const work = useExport((_: undefined, key) => start(key));
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <div className={classes.body}>
        {work.id === null ? (
          <>
            <p className={classes.lead}>{lead}</p>
            {work.refused ? (
              <p className={classes.failed} role="alert">
                {errorText(work.refused, t)}
              </p>
            ) : null}
            <Button fullWidth loading={work.isBeginning} onClick={() => work.begin(undefined)}>
              {t("history.export_start")}
            </Button>
          </>
        ) : (
          <ExportProgress id={work.id} onDrop={work.drop} onAgain={work.forget} />
        )}
      </div>
    </Modal>
  );
}
