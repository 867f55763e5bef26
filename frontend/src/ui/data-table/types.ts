import type { HTMLAttributes, ReactNode } from "react";
import type { ListPath } from "@/api/client";

/** Parameters by the names of the API. */
export type ListParams = Record<string, string>;

export type RowId = number | string;

interface Choice {
  value: string;
  label: string;
}

export interface FilterField<Row, Page = unknown> {
  value: string;
  set: (value: string) => void;
  /** The rows in the table, of which a filter can offer names, and the first page. */
  rows: readonly Row[];
  first: Page | undefined;
}

/** A filter of the list, besides the search. */
export interface ListFilter<Row = unknown, Page = unknown> {
  /** The name in the URL. */
  name: string;
  /** The API's name of the parameter, if it is another one. */
  param?: string;
  label: string;
  /** A multiselect, its values separated by commas, is for a filter panel; a `field` draws itself. */
  kind: "select" | "multiselect" | "date" | "field";
  options?: readonly Choice[];
  /** Values in the URL that it rejects are ignored. */
  accepts?: (value: string) => boolean;
  /** Of a date: the filters with the first and the last day that can be chosen. */
  since?: string;
  until?: string;
  render?: (field: FilterField<Row, Page>) => ReactNode;
}

/** A filter with its value. */
export interface BoundFilter extends Pick<ListFilter, "name" | "label" | "kind"> {
  options: readonly Choice[];
  value: string;
  set: (value: string) => void;
  /** Of a date: the first and the last day that can be chosen. */
  min: string | undefined;
  max: string | undefined;
  field: ReactNode;
}

/** Tabs above the list. The first one is the default and is not in the URL. */
export interface ListTabs {
  /** The name in the URL. */
  name: string;
  label: string;
  /** Where the first tab sends no parameters, the other tabs are filters, which "Clear filters" resets. */
  options: readonly (Choice & { params?: ListParams })[];
  /** A filter that replaces the tab, as the tab replaces the filter. */
  replacedBy?: string;
}

/** The confirmation of an edit. */
export interface EditConfirmation {
  title: string;
  body: string;
  confirm: string;
  tone: "lamp" | "danger";
}

/** An inline editor: the new value shows at once and rolls back when the server rejects it. */
export interface CellEdit<Row> {
  kind: "text" | "number" | "select" | "toggle" | "date";
  value: (row: Row) => string;
  options?: readonly Choice[];
  may?: (row: Row) => boolean;
  /** The row as shown until the server has answered. */
  apply: (row: Row, value: string) => Row;
  /** Resolves to the saved row; a rejection rolls the row back. */
  save: (row: Row, value: string) => Promise<Row>;
  /** The confirmation of an edit with consequences. */
  confirm?: (row: Row, value: string) => EditConfirmation;
  /** The message with an undo button, once the server has saved the edit. */
  done?: (row: Row) => string;
}

/**
 * The place of a cell on a phone's card: `title`, `aside` and the actions are in the first row, `body` is below,
 * then `foot` and `foot-end`, then each `under` and each `line` with its label. A `none` is not on the card.
 */
export type CardPlace =
  | "title"
  | "aside"
  | "body"
  | "foot"
  | "foot-end"
  | "under"
  | "line"
  | "none";

export interface Column<Row> {
  id: string;
  label: string;
  cell: (row: Row, shown: ReadonlySet<string>) => ReactNode;
  /** The API's name of the ordering, if the server can sort by this column. */
  sort?: string;
  /** The first click sorts from A to Z; numbers and dates start with the largest and latest. */
  alphabetical?: boolean;
  /** Money and numbers: aligned to the end, in tabular figures. */
  amount?: boolean;
  /** Not visible by default. */
  hidden?: boolean;
  /** Always visible, and not in the column menu. */
  always?: boolean;
  /** The heading in the column menu. */
  group?: string;
  /** The default is `line`. */
  place?: CardPlace | ((shown: ReadonlySet<string>) => CardPlace);
  /** The names of the same columns in an export; the default is the id. */
  exported?: readonly string[];
  edit?: CellEdit<Row>;
}

export interface RowAction {
  label: string;
  icon?: ReactNode;
  onClick?: () => void;
  /** A link instead of a button. */
  to?: string;
  color?: string;
  /** A button of its own beside the menu, with this accessible name. */
  inline?: string;
  /** Disabled; a text is the reason. */
  disabled?: string | boolean;
  /** It opens a dialog. */
  dialog?: boolean;
}

export interface RowSelection<Row> {
  /** Whether the row can be selected. */
  may: (row: Row) => boolean;
  /** The names of the checkboxes. */
  label: (row: Row) => string;
  labelAll: string;
}

/** Selected rows, as the slot below the table receives them. */
interface SelectedRows<Row> {
  rows: readonly Row[];
  clear: () => void;
}

/** A list that the server sends whole: search, order and pages are the browser's. */
export interface WholeList<Row> {
  matches?: (row: Row, search: string) => boolean;
  /** Compares by the `sort` of a column, ascending. */
  compare?: (a: Row, b: Row, sort: string) => number;
  /** A row that stays visible, even if it moved beyond those shown. */
  follow?: RowId | null;
}

/** A page of a list; some have more than rows, such as the totals of all pages. */
export interface ListPage<Row> {
  results: Row[];
  next?: string | null;
}

export interface Totals<Page> {
  label: string;
  /** The totals by the columns' ids. */
  cells: (first: Page) => Partial<Record<string, ReactNode>>;
}

/** What the slots around the table receive. */
interface ShownList<Row, Page> {
  rows: readonly Row[];
  first: Page;
  /** Whether there are more rows than these. */
  more: boolean;
  selected: SelectedRows<Row>;
}

export interface DataListProps<Row, Page extends ListPage<Row> = ListPage<Row>> {
  /** Identifies the list in stored columns, density and views. */
  name: string;
  /** The accessible name of the table. */
  label: string;
  /** The API's path of a list with such rows: keyset pages `{next, results}`. */
  path: ListPath<Row>;
  /** The key in the cache; invalidate it to refetch the list. The default is the parts of the path. */
  queryKey?: readonly unknown[];
  columns: readonly Column<Row>[];
  /** The default is the row's `id`. */
  rowId?: (row: Row) => RowId;
  tabs?: ListTabs;
  filters?: readonly ListFilter<Row, Page>[];
  /** The filters are in a panel below a button, also on a wide screen. */
  filterPanel?: boolean;
  /** Filters that are always applied, and not in the URL. */
  fixed?: ListParams;
  /** Parameters that are no filters, by the visible columns: they are not part of an export. */
  requested?: (shown: ReadonlySet<string>) => ListParams;
  /** Other parameters in the URL that a saved view stores. */
  viewParams?: readonly string[];
  searchable?: boolean;
  searchTexts?: { label: string; hint: string };
  pageSize?: number;
  whole?: WholeList<Row>;
  /** The row's name in labels: "Ada Example". */
  rowName: (row: Row) => string;
  /** Opens the row's page or drawer. */
  onOpen?: (row: Row) => void;
  /** A row opens a dialog, not a page. */
  opensDialog?: boolean;
  /** The actions of a row; `all` are the rows loaded so far, also those that the search hides. */
  actions?: (row: Row, all: readonly Row[]) => readonly RowAction[];
  selection?: RowSelection<Row>;
  /** Attributes of a row, such as those for dragging it. */
  rowProps?: (row: Row) => RowProps;
  /** The specification's text of an empty list, and what to do about it. */
  empty: EmptyText;
  /** The same if no row matches the filters. */
  noMatch?: EmptyText & { clear?: string };
  /** The export's kind, and a sentence about its content, by whether the list is filtered. */
  exported?: {
    kind: string;
    lead: string | ((filtered: boolean) => string);
    /** Whether the list can be printed as a PDF. */
    printable?: boolean;
  };
  /** Without saved views: for viewers who cannot store them. */
  withoutViews?: boolean;
  /** A last row with totals. */
  totals?: Totals<Page>;
  /** More tools: at the start of the toolbar, and beside the buttons at its end. */
  lead?: ReactNode;
  tools?: ReactNode;
  /** Above and below the table, while it has rows. */
  above?: (list: ShownList<Row, Page>) => ReactNode;
  below?: (list: ShownList<Row, Page>) => ReactNode;
}

interface EmptyText {
  title: string;
  body?: string;
  action?: ReactNode;
}

export type RowProps = Pick<
  HTMLAttributes<HTMLTableRowElement>,
  "draggable" | "onDragStart" | "onDragOver" | "onDrop" | "onDragEnd"
> & { "data-over"?: true | undefined; "data-dragged"?: true | undefined };
