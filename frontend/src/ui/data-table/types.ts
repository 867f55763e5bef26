import type { ReactNode } from "react";

/** A value of the address, by the name that the API calls it. */
export type ListParams = Record<string, string>;

export interface Choice {
  value: string;
  label: string;
}

/** A filter of the list, besides the search. */
export interface ListFilter {
  /** The API's name of the parameter, and the address's. */
  name: string;
  label: string;
  kind: "select" | "date";
  /** Of a select. */
  options?: readonly Choice[];
}

/** The confirmation of an edit. */
export interface EditConfirmation {
  title: string;
  body: string;
  confirm: string;
  tone: "lamp" | "trouble";
}

/** An inline editor: the new value shows at once and rolls back when the server rejects it. */
export interface CellEdit<Row> {
  kind: "text" | "number" | "select" | "toggle" | "date";
  value: (row: Row) => string;
  options?: readonly Choice[];
  may?: (row: Row) => boolean;
  /** How the row looks until the server has answered. */
  apply: (row: Row, value: string) => Row;
  /** Resolves to the row as the server has it; rejects to have it put back. */
  save: (row: Row, value: string) => Promise<Row>;
  /** The confirmation of an edit with consequences. */
  confirm?: (row: Row, value: string) => EditConfirmation;
  /** The message with an undo button, once the server has saved the edit. */
  done?: (row: Row) => string;
}

export interface Column<Row> {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** The API's name of the ordering, where the server can sort by this column. */
  sort?: string;
  /** Sorted from A at first; figures and days from the most and the latest. */
  alphabetical?: boolean;
  /** Money and figures: at the end of the cell, in tabular figures. */
  amount?: boolean;
  /** Not among those shown at first. */
  hidden?: boolean;
  /** The place on a phone's card; the default is `line`, with the label beside the value. */
  place?: "title" | "aside" | "under" | "line" | "none";
  edit?: CellEdit<Row>;
}

export interface RowAction {
  label: string;
  icon?: ReactNode;
  onClick: () => void;
  color?: string;
  /** The reason why the action is disabled. */
  disabled?: string | false;
  /** It opens a dialog. */
  dialog?: boolean;
}

export interface DataListProps<Row extends { id: number | string }> {
  /** Names the list in what is remembered of it: columns, density, views. */
  name: string;
  /** What assistive technology calls the table. */
  label: string;
  /** The API's path of the list: keyset pages `{next, results}`. */
  path: string;
  /** Of the list in the cache; invalidate it to have the list read again. */
  queryKey: readonly unknown[];
  columns: readonly Column<Row>[];
  filters?: readonly ListFilter[];
  /** Always sent along, and not in the address. */
  fixed?: ListParams;
  searchable?: boolean;
  pageSize?: number;
  /** Of a row, for its menu's name: "Ada Example". */
  rowName: (row: Row) => string;
  /** The row's page or drawer. */
  onOpen?: (row: Row) => void;
  /** What a row opens is a dialog, not a page. */
  opensDialog?: boolean;
  actions?: (row: Row) => readonly RowAction[];
  /** The documents' sentence for an empty list, and what to do about it. */
  empty: { title: string; body?: string; action?: ReactNode };
  /** Where the list can be had as a file: the export's kind, and a sentence about it. */
  exported?: { kind: string; lead: string };
  /** More tools above the table. */
  tools?: ReactNode;
}
