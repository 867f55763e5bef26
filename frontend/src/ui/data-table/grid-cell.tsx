import { IconPencil } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./data-table.module.css";
import { EditCell, ToggleCell } from "./edit-cell";
import type { CellEdit, Column } from "./types";

interface GridCellProps<Row> {
  row: Row;
  column: Column<Row>;
  shown: ReadonlySet<string>;
  /** The row's name in labels. */
  name: string;
  editable: boolean;
  /** The editor is open. */
  open: boolean;
  onBegin: () => void;
  onSave: (value: string) => void;
  onLeave: () => void;
}

/** The content of a cell: a value, with a pencil if it can be edited, or the editor. */
export function GridCell<Row>(props: GridCellProps<Row>) {
  const { row, column, shown } = props;
  const value = <CellValue>{column.cell(row, shown)}</CellValue>;
  if (column.edit) return <EditableCell {...props} edit={column.edit} value={value} />;
  return <span className={classes.value}>{value}</span>;
}

interface EditableCellProps<Row> extends GridCellProps<Row> {
  edit: CellEdit<Row>;
  value: ReactNode;
}

function EditableCell<Row>(props: EditableCellProps<Row>) {
  const { row, column, edit, value, name, editable, open, onBegin, onSave, onLeave } = props;
  const { t } = useTranslation();
  const label = t("list.edit_of", { column: column.label, row: name });
  if (edit.kind === "toggle") {
    return (
      <ToggleCell
        on={edit.value(row) === "true"}
        label={label}
        disabled={!editable}
        onSave={onSave}
      />
    );
  }
  if (open) {
    return (
      <EditCell
        kind={edit.kind}
        options={edit.options}
        before={edit.value(row)}
        label={label}
        onSave={onSave}
        onLeave={onLeave}
      />
    );
  }
  return (
    <span className={classes.value}>
      {value}
      {editable ? (
        <button type="button" className={classes.pencil} aria-label={label} onClick={onBegin}>
          <IconPencil size={14} aria-hidden="true" />
        </button>
      ) : null}
    </span>
  );
}

/** Plain text has its own direction, independent of the page's. */
function CellValue({ children }: { children: ReactNode }) {
  return typeof children === "string" ? <bdi>{children}</bdi> : children;
}
