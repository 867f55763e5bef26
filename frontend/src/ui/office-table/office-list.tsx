import { Button, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState, ErrorState } from "@/ui/states";
import { ListTools } from "./list-tools";
import { LookMenu } from "./look-menu";
import { OfficeGrid } from "./office-grid";
import classes from "./office-table.module.css";
import type { OfficeListProps } from "./types";
import { useListState } from "./use-list-state";
import { useRows } from "./use-rows";
import { useTableLook } from "./use-table-look";
import { ViewsMenu } from "./views-menu";

const ExportDialog = lazy(async () => ({
  default: (await import("@/ui/export/export-dialog")).ExportDialog,
}));

/** A list of the back office: read in pages from the server, narrowed, sorted, changed in place, had as a file. */
export function OfficeList<Row extends { id: number | string }>(props: OfficeListProps<Row>) {
  const { name, label, path, queryKey, columns, filters = [], fixed = {}, pageSize = 50 } = props;
  const { t } = useTranslation();
  const state = useListState(filters);
  const look = useTableLook(name, columns);
  const [exporting, exporter] = useDisclosure(false);
  const asked = { ...fixed, ...state.asked };
  const { list, rows, back, save } = useRows<Row>({
    queryKey,
    path,
    params: { ...asked, page_size: String(pageSize) },
  });

  return (
    <div className={classes.list}>
      <ListTools
        state={state}
        filters={filters}
        searchable={props.searchable ?? false}
        onExport={props.exported ? exporter.open : undefined}
      >
        {props.tools}
        <ViewsMenu name={name} state={state} look={look} />
        <LookMenu look={look} columns={columns} />
      </ListTools>
      {list.isPending ? (
        <Waiting columns={look.shown.length} />
      ) : list.isError && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : rows.length === 0 ? (
        state.narrowed ? (
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
        <>
          <OfficeGrid
            label={label}
            rows={rows}
            columns={look.shown}
            state={state}
            dense={look.dense}
            back={back}
            rowName={props.rowName}
            onOpen={props.onOpen}
            deeds={props.deeds}
            onSave={save}
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
        </>
      )}
      <Suspense fallback={null}>
        {exporting && props.exported ? (
          <ExportDialog
            kind={props.exported.kind}
            lead={props.exported.lead}
            filters={asked}
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
