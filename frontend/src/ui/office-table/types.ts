import type { ReactNode } from "react";

/** A value of the address, by the name that the API calls it. */
export type ListParams = Record<string, string>;

export interface Choice {
  value: string;
  label: string;
}

/** What a list can be narrowed by, besides words. */
export interface ListFilter {
  /** The API's name of the parameter, and the address's. */
  name: string;
  label: string;
  kind: "select" | "date";
  /** Of a select. */
  options?: readonly Choice[];
}

/** Asked before a change counts. */
export interface EditQuestion {
  title: string;
  body: string;
  confirm: string;
  tone: "lamp" | "trouble";
}

/** A cell that is changed where it stands: it shows at once, and comes back when the server refuses. */
export interface CellEdit<Row> {
  kind: "text" | "number" | "select" | "toggle" | "date";
  value: (row: Row) => string;
  options?: readonly Choice[];
  may?: (row: Row) => boolean;
  /** How the row looks until the server has answered. */
  apply: (row: Row, value: string) => Row;
  /** Resolves to the row as the server has it; rejects to have it put back. */
  save: (row: Row, value: string) => Promise<Row>;
  /** What is asked first, of changes with consequences. */
  confirm?: (row: Row, value: string) => EditQuestion;
  /** What is said of a change that can be undone, once the server has it. */
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
  /** Where it stands on a phone's card; `line` (with its name beside it) where nothing is said. */
  place?: "title" | "aside" | "under" | "line" | "none";
  edit?: CellEdit<Row>;
}

export interface RowDeed {
  label: string;
  icon?: ReactNode;
  onClick: () => void;
  color?: string;
  /** Not now; the reason is said in its place. */
  disabled?: string | false;
}

export interface OfficeListProps<Row extends { id: number | string }> {
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
  deeds?: (row: Row) => readonly RowDeed[];
  /** The documents' sentence for an empty list, and what to do about it. */
  empty: { title: string; body?: string; action?: ReactNode };
  /** Where the list can be had as a file: the export's kind, and a sentence about it. */
  exported?: { kind: string; lead: string };
  /** More tools above the table. */
  tools?: ReactNode;
}
