import { Button, Radio } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type ExportRequest, startExport } from "@/api/exports";
import type { ExportFormat } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { Modal } from "@/ui/dialog/modal";
import classes from "./export-dialog.module.css";
import { ExportProgress } from "./export-progress";
import { useExport } from "./use-export";

interface ExportDialogProps {
  kind: ExportRequest["kind"];
  filters: object;
  /** A sentence about the file's content. */
  lead: string;
  /** Whether the list can be printed: a PDF has its own layout and no choice of columns. */
  printable?: boolean;
  /** The visible columns, if some are hidden. */
  shown?: string[];
  opened: boolean;
  onClose: () => void;
}

const TABLES = ["xlsx", "csv"] as const satisfies readonly ExportFormat[];
const PRINTABLE = [...TABLES, "pdf"] as const satisfies readonly ExportFormat[];
const WHICH = ["all", "shown"] as const;

/** Exports a list to a file: request, progress, download. Closing the dialog does not stop the export. */
export function ExportDialog(props: ExportDialogProps) {
  const { kind, filters, lead, shown, opened, onClose } = props;
  const { t } = useTranslation();
  const formats: readonly ExportFormat[] = props.printable ? PRINTABLE : TABLES;
  const [format, setFormat] = useState<ExportFormat>("xlsx");
  const [which, setWhich] = useState<(typeof WHICH)[number]>("all");
  const work = useExport(startExport);
  const columns = which === "shown" && format !== "pdf" ? (shown ?? []) : [];

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("history.export_title")}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <div className={classes.body}>
        {work.id === null ? (
          <>
            <p className={classes.lead}>{lead}</p>
            <Radio.Group
              label={t("history.export_format")}
              value={format}
              onChange={(value) => setFormat(formats.find((one) => one === value) ?? "xlsx")}
            >
              <div className={classes.choice}>
                {formats.map((one) => (
                  <Radio key={one} value={one} label={t(`history.format_${one}`)} />
                ))}
              </div>
            </Radio.Group>
            {shown && format !== "pdf" ? (
              <Radio.Group
                label={t("history.columns")}
                value={which}
                onChange={(value) => setWhich(WHICH.find((one) => one === value) ?? "all")}
              >
                <div className={classes.choice}>
                  {WHICH.map((one) => (
                    <Radio key={one} value={one} label={t(`history.export_columns_${one}`)} />
                  ))}
                </div>
              </Radio.Group>
            ) : null}
            {work.refused ? (
              <p className={classes.failed} role="alert">
                {errorText(work.refused, t)}
              </p>
            ) : null}
            <Button
              fullWidth
              loading={work.isBeginning}
              onClick={() => work.begin({ kind, format, filters, columns })}
            >
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
