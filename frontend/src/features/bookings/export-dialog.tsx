import { Button, Modal, Radio } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { BookingFilters } from "@/api/bookings";
import type { ExportFormat } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { type Column, exportNames } from "./columns";
import classes from "./export-dialog.module.css";
import { ExportProgress } from "./export-progress";
import { useExport } from "./use-export";

interface ExportDialogProps {
  filters: BookingFilters;
  /** What the table shows now. */
  columns: readonly Column[];
  narrowed: boolean;
  opened: boolean;
  onClose: () => void;
}

const FORMATS = ["xlsx", "csv"] as const satisfies readonly ExportFormat[];
const WHICH = ["all", "shown"] as const;

/** The list as a file: asked for, watched while it is written, fetched. Closing it does not stop the writing. */
export function ExportDialog({ filters, columns, narrowed, opened, onClose }: ExportDialogProps) {
  const { t } = useTranslation();
  const [format, setFormat] = useState<ExportFormat>("xlsx");
  const [which, setWhich] = useState<(typeof WHICH)[number]>("all");
  const work = useExport();

  const begin = () =>
    work.begin({
      kind: "bookings",
      format,
      filters,
      columns: which === "shown" ? exportNames(columns) : [],
    });

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
            <p className={classes.lead}>
              {t(narrowed ? "history.export_narrowed" : "history.export_all")}
            </p>
            <Radio.Group
              label={t("history.export_format")}
              value={format}
              onChange={(value) => setFormat(FORMATS.find((one) => one === value) ?? "xlsx")}
            >
              <div className={classes.choice}>
                {FORMATS.map((one) => (
                  <Radio key={one} value={one} label={t(`history.format_${one}`)} />
                ))}
              </div>
            </Radio.Group>
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
            {work.refused ? (
              <p className={classes.trouble} role="alert">
                {errorText(work.refused, t)}
              </p>
            ) : null}
            <Button fullWidth loading={work.isBeginning} onClick={begin}>
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
