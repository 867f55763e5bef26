import { Button, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Suspense, useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { SharedFormat, useFormat } from "@/i18n/use-format";
import { lazy } from "@/ui/lazy";
import { useReadOnly } from "@/ui/read-only";
import { EmptyState, ErrorState } from "@/ui/states";
import { useOpenRequest } from "@/ui/use-open-request";
import { useSearchBox } from "@/ui/use-search-box";
import { useStableWhilePressed } from "@/ui/use-stable-while-pressed";
import { DataGrid } from "./data-grid";
import classes from "./data-table.module.css";
import { ListTools } from "./list-tools";
import { LookMenu } from "./look-menu";
import type { CellEdit, DataListProps, ListPage, RowId } from "./types";
import { useListState } from "./use-list-state";
import { useRows } from "./use-rows";
import { useSelection } from "./use-selection";
import { useTableLook } from "./use-table-look";
import { ViewsMenu } from "./views-menu";

const ExportDialog = lazy(async () => ({
  default: (await import("@/ui/export/export-dialog")).ExportDialog,
}));
const EditConfirm = lazy(async () => ({ default: (await import("./edit-confirm")).EditConfirm }));

/** Returns the actions of a row that change nothing: those that open a page. */
function readingActions<Row, Page extends ListPage<Row>>(
  all: NonNullable<DataListProps<Row, Page>["actions"]>,
): typeof all {
  return (row, loaded) => all(row, loaded).filter(({ dialog }) => !dialog);
}

const idOf = (row: unknown) => (row as { id: RowId }).id;

/** A list: pages, search, filters and sorting of the server, saved views, columns, inline editing, export. */
export function DataList<Row, Page extends ListPage<Row> = ListPage<Row>>(
  props: DataListProps<Row, Page>,
) {
  const { name, columns, filters = [], tabs, fixed = {}, rowId = idOf } = props;
  const { totals } = props;
  const readOnly = useReadOnly();
  const selection = readOnly ? undefined : props.selection;
  const actions =
    readOnly && props.actions ? readingActions<Row, Page>(props.actions) : props.actions;
  const { t } = useTranslation();
  const format = useFormat();
  const state = useListState({
    filters,
    tabs,
    sorts: columns.flatMap(({ sort }) => sort ?? []),
    viewParams: props.viewParams ?? [],
  });
  const searchBox = useSearchBox(state.search, state.find);
  const look = useTableLook(name, columns);
  const visible = new Set(look.shown.map(({ id }) => id));
  const [pendingEdit, setPendingEdit] = useState<{
    row: Row;
    value: string;
    how: CellEdit<Row>;
  } | null>(null);
  const [exporting, exporter] = useDisclosure(false);
  const [exportedOnce, setExportedOnce] = useState(false);
  const openExport = () => {
    setExportedOnce(true);
    exporter.open();
  };
  useOpenRequest("export", openExport);
  const applied = { ...fixed, ...state.filters };
  const { list, first, loaded, rows, more, loadMore, rolledBack, save } = useRows<Row, Page>({
    queryKey: props.queryKey ?? props.path.split("/").filter(Boolean),
    path: props.path,
    params: { ...applied, ...props.requested?.(visible) },
    state,
    pageSize: props.pageSize ?? 50,
    whole: props.whole,
    rowId,
  });
  const selected = useSelection(rows, rowId, selection);
  const { isFrozen, stableValue: shown, pressProps } = useStableWhilePressed(rows);
  const slot = first
    ? { rows: shown, first, more, selected: { rows: selected.rows, clear: selected.clear } }
    : null;
  // React draws the first rows in slices, so a tap on a slow phone does not wait for them.
  const drawn = useDeferredValue(slot !== null || list.isError);

  return (
    <div className={classes.list}>
      <ListTools
        state={state}
        searchBox={searchBox}
        lead={props.lead}
        tabs={tabs}
        filters={filters}
        panel={props.filterPanel ?? false}
        rows={rows}
        first={first}
        searchable={props.searchable ?? false}
        searchTexts={props.searchTexts}
        onExport={props.exported ? openExport : undefined}
      >
        {props.tools}
        {props.withoutViews ? null : <ViewsMenu name={name} state={state} look={look} />}
        <LookMenu look={look} columns={columns} />
      </ListTools>
      {(list.isPending || !drawn) && !isFrozen ? (
        <Loading columns={look.shown.length} />
      ) : list.isError && !list.data && !isFrozen ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : shown.length === 0 || !slot ? (
        state.filtered ? (
          <EmptyState
            title={props.noMatch?.title ?? t("list.no_match")}
            {...(props.noMatch?.body ? { body: props.noMatch.body } : {})}
            action={
              <Button variant="default" onClick={state.clear}>
                {props.noMatch?.clear ?? t("history.clear_filters")}
              </Button>
            }
          />
        ) : (
          <EmptyState {...props.empty} {...(readOnly ? { action: null } : {})} />
        )
      ) : (
        <div {...pressProps}>
          {props.above?.(slot)}
          <SharedFormat value={format}>
            <DataGrid
              label={props.label}
              rows={shown}
              rowId={rowId}
              busy={searchBox.waiting || list.isPlaceholderData}
              columns={readOnly ? look.shown.map(({ edit, ...column }) => column) : look.shown}
              state={state}
              dense={look.dense}
              rolledBack={rolledBack}
              rowName={props.rowName}
              onOpen={props.onOpen}
              opensDialog={props.opensDialog ?? false}
              actions={actions && ((row) => actions(row, loaded))}
              selection={selection ? { ...selection, ...selected } : undefined}
              rowProps={props.rowProps}
              totals={totals ? { label: totals.label, cells: totals.cells(slot.first) } : undefined}
              onSave={(row, value, how) =>
                how.confirm ? setPendingEdit({ row, value, how }) : save(row, value, how)
              }
            />
          </SharedFormat>
          {more ? (
            <Button
              className={classes.more ?? ""}
              variant="default"
              loading={list.isFetchingNextPage}
              onClick={loadMore}
            >
              {t("list.more")}
            </Button>
          ) : null}
          {props.below?.(slot)}
        </div>
      )}
      <Suspense fallback={null}>
        {pendingEdit?.how.confirm ? (
          <EditConfirm
            question={pendingEdit.how.confirm(pendingEdit.row, pendingEdit.value)}
            onClose={() => setPendingEdit(null)}
            onConfirm={() => {
              setPendingEdit(null);
              save(pendingEdit.row, pendingEdit.value, pendingEdit.how);
            }}
          />
        ) : null}
        {exportedOnce && props.exported ? (
          <ExportDialog
            kind={props.exported.kind}
            printable={props.exported.printable ?? false}
            lead={
              typeof props.exported.lead === "string"
                ? props.exported.lead
                : props.exported.lead(state.filtered)
            }
            filters={{ ...applied, ...state.searchParams }}
            shown={look.shown.flatMap(({ id, exported }) => exported ?? [id])}
            opened={exporting}
            onClose={exporter.close}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

const LOADING_ROWS = ["a", "b", "c", "d", "e", "f", "g", "h"];

function Loading({ columns }: { columns: number }) {
  const { t } = useTranslation();
  const cells = Array.from({ length: Math.min(columns, 6) }, (_, at) => `c${at}`);
  return (
    <div className={`${classes.frame} ${classes.loading}`} role="status">
      <span className="hx-visually-hidden">{t("app.loading")}</span>
      {LOADING_ROWS.map((row) => (
        <div key={row} className={classes.loadingRow}>
          {cells.map((cell) => (
            <Skeleton key={cell} height={16} />
          ))}
        </div>
      ))}
    </div>
  );
}
