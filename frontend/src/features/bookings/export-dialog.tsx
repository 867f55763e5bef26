import { useTranslation } from "react-i18next";
import type { BookingFilters } from "@/api/bookings";
import { ExportDialog as FileDialog } from "@/ui/export/export-dialog";
import { type Column, exportNames } from "./columns";

interface ExportDialogProps {
  filters: BookingFilters;
  /** What the table shows now. */
  columns: readonly Column[];
  filtered: boolean;
  opened: boolean;
  onClose: () => void;
}

/** The list of bookings as a file. */
export function ExportDialog({ filters, columns, filtered, opened, onClose }: ExportDialogProps) {
  const { t } = useTranslation();
  return (
    <FileDialog
      kind="bookings"
      filters={filters}
      lead={t(filtered ? "history.export_narrowed" : "history.export_all")}
      shown={exportNames(columns)}
      opened={opened}
      onClose={onClose}
    />
  );
}
