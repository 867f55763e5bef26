import { Button, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazy } from "@/ui/lazy";
import { EmptyState, ErrorState } from "@/ui/states";
import { useHeldStill } from "@/ui/use-held-still";
import { useOpenRequest } from "@/ui/use-open-request";
import { useSearchBox } from "@/ui/use-search-box";
import { DataGrid } from "./data-grid";
import classes from "./data-table.module.css";
import { ListTools } from "./list-tools";
import { LookMenu } from "./look-menu";
import type { CellEdit, DataListProps } from "./types";
import { useListState } from "./use-list-state";
import { useRows } from "./use-rows";
import { useTableLook } from "./use-table-look";
import { ViewsMenu } from "./views-menu";

const ExportDialog = lazy(async () => ({
  default: (await import("@/ui/export/export-dialog")).ExportDialog,
}));

const EditConfirm = lazy(async () => ({ default: (await import("./edit-confirm")).EditConfirm }));

/** A list of the back office: server-side pages, filters, sorting, inline editing and export. */
export function DataList<Row extends { id: number | string }>(props: DataListProps<Row>) {
  const { name, label, path, queryKey, columns, filters = [], fixed = {}, pageSize = 50 } = props;
  const { t } = useTranslation();
  const state = useListState(filters);
  const searchBox = useSearchBox(state.search, state.find);
  const look = useTableLook(name, columns);
  const [pendingEdit, setPendingEdit] = useState<{
    row: Row;
    value: string;
    how: CellEdit<Row>;
  } | null>(null);
  const [exporting, exporter] = useDisclosure(false);
  useOpenRequest("export", exporter.open);
  const params = { ...fixed, ...state.apiParams };
  const { list, rows, rolledBack, save } = useRows<Row>({
    queryKey,
    path,
    params: { ...params, page_size: String(pageSize) },
  });

  const { held, shown, holding } = useHeldStill(rows);

  return (
    <div className={classes.list}>
      <ListTools
        state={state}
        searchBox={searchBox}
        filters={filters}
        searchable={props.searchable ?? false}
        onExport={props.exported ? exporter.open : undefined}
      >
        {props.tools}
        <ViewsMenu name={name} state={state} look={look} />
        <LookMenu look={look} columns={columns} />
      </ListTools>
      {list.isPending && !held ? (
        <Waiting columns={look.shown.length} />
      ) : list.isError && !list.data && !held ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : shown.length === 0 ? (
        state.filtered ? (
          <EmptyState
            title={t("list.no_match")}
            action={
              <Button variant="default" onClick={state.clear}>
                {t("history.clear_filters")}
              </Button>
            }
          />
        ) : (
          <EmptyState {...props.empty} />
        )
      ) : (
        <div {...holding}>
          <DataGrid
            label={label}
            rows={shown}
            busy={searchBox.waiting || list.isPlaceholderData}
            columns={look.shown}
            state={state}
            dense={look.dense}
            rolledBack={rolledBack}
            rowName={props.rowName}
            onOpen={props.onOpen}
            opensDialog={props.opensDialog ?? false}
            actions={props.actions}
            onSave={(row, value, how) =>
              how.confirm ? setPendingEdit({ row, value, how }) : save(row, value, how)
            }
          />
          {list.hasNextPage ? (
            <Button
              className={classes.more ?? ""}
              variant="default"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t("list.more")}
            </Button>
          ) : null}
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
        {exporting && props.exported ? (
          <ExportDialog
            kind={props.exported.kind}
            lead={props.exported.lead}
            filters={params}
            shown={look.shown.map(({ id }) => id)}
            opened
            onClose={exporter.close}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

const SHAPES = ["a", "b", "c", "d", "e", "f", "g", "h"];

function Waiting({ columns }: { columns: number }) {
  const { t } = useTranslation();
  const cells = Array.from({ length: Math.min(columns, 6) }, (_, at) => `c${at}`);
  return (
    <div className={classes.frame} role="status">
      <span className="hx-visually-hidden">{t("app.loading")}</span>
      {SHAPES.map((row) => (
        <div key={row} className={classes.shape}>
          {cells.map((cell) => (
            <Skeleton key={cell} height={16} />
          ))}
        </div>
      ))}
    </div>
  );
}
