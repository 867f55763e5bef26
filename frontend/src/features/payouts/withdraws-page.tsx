import { Button, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBuildingBank, IconDownload } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { withdrawalsQuery } from "@/api/payouts";
import type { PayoutBatch, WithdrawalRow } from "@/api/types";
import { useTableLook } from "@/ui/data-table/use-table-look";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { EmptyState, ErrorState } from "@/ui/states";
import { useHeldStill } from "@/ui/use-held-still";
import { useOpenRequest } from "@/ui/use-open-request";
import { useSearchBox } from "@/ui/use-search-box";
import { ChosenBar } from "./chosen-bar";
import { ListTools } from "./list-tools";
import classes from "./payouts.module.css";
import { useWithdrawalFilters } from "./use-withdrawal-filters";
import { type Action, fits, useWithdrawColumns, WithdrawsTable } from "./withdraws-table";

const ExportDialog = lazy(async () => ({
  default: (await import("@/ui/export/export-dialog")).ExportDialog,
}));
const FilesDialog = lazy(async () => ({ default: (await import("./files-dialog")).FilesDialog }));
const ProcessSheet = lazy(async () => ({
  default: (await import("./process-sheet")).ProcessSheet,
}));
const RejectSheet = lazy(async () => ({ default: (await import("./reject-sheet")).RejectSheet }));

type Asked = { row: WithdrawalRow; action: Action } | { batch: PayoutBatch };

/** Withdrawals: paid one by one or by a file for the bank, or rejected. */
export function WithdrawsPage() {
  const { t } = useTranslation();
  const filters = useWithdrawalFilters();
  const searchBox = useSearchBox(filters.search, (q) => filters.set({ q }));
  const columns = useWithdrawColumns();
  const look = useTableLook("withdraws", columns);
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [asked, setAsked] = useState<Asked | null>(null);
  const [exporting, exporter] = useDisclosure(false);
  useOpenRequest("export", exporter.open);
  const [filesOpened, files] = useDisclosure(false);
  const list = useInfiniteQuery(withdrawalsQuery(filters.filters));
  const rows = list.data?.pages.flatMap(({ results }) => results) ?? [];
  const { held, shown, holding } = useHeldStill(rows);
  // What is no longer in the list, or no longer waits, is not chosen any more.
  const chosen = rows.filter((row) => picked.has(row.id) && fits(row));

  const choose = (ids: number[], on: boolean) =>
    setPicked((before) => {
      const after = new Set(before);
      for (const id of ids) {
        if (on) after.add(id);
        else after.delete(id);
      }
      return after;
    });

  return (
    <div className={classes.page}>
      <PageHeader
        title={t("payouts.withdraws")}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconBuildingBank size={18} aria-hidden="true" />}
              aria-haspopup="dialog"
              onClick={files.open}
            >
              {t("payouts.files")}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden="true" />}
              aria-haspopup="dialog"
              onClick={exporter.open}
            >
              {t("history.export")}
            </Button>
          </>
        }
      />
      <ListTools filters={filters} searchBox={searchBox} look={look} columns={columns} />
      {list.isPending && !held ? (
        <WaitingRows />
      ) : list.isError && !list.data && !held ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : shown.length === 0 ? (
        <EmptyState
          title={t("payouts.none")}
          action={
            filters.filtered ? (
              <Button variant="default" onClick={filters.clear}>
                {t("history.clear_filters")}
              </Button>
            ) : null
          }
        />
      ) : (
        <div {...holding}>
          <WithdrawsTable
            rows={shown}
            busy={searchBox.waiting || list.isPlaceholderData}
            shown={look.chosen}
            dense={look.dense}
            filters={filters}
            chosen={new Set(chosen.map(({ id }) => id))}
            onChoose={choose}
            onAction={(row, action) => setAsked({ row, action })}
          />
          {list.hasNextPage ? (
            <Button
              className={classes.more ?? ""}
              variant="default"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t("payouts.more")}
            </Button>
          ) : null}
          <ChosenBar
            chosen={chosen}
            waiting={rows.some(fits)}
            onMade={() => {
              setPicked(new Set());
            }}
          />
        </div>
      )}
      <Suspense fallback={null}>
        {filesOpened ? (
          <FilesDialog
            opened
            onClose={files.close}
            onProcess={(batch) => {
              files.close();
              setAsked({ batch });
            }}
          />
        ) : null}
        {exporting ? (
          <ExportDialog
            kind="withdrawals"
            filters={filters.filters}
            lead={t("payouts.export_withdraws")}
            shown={[...look.chosen]}
            opened
            onClose={exporter.close}
          />
        ) : null}
        {asked && "batch" in asked ? (
          <ProcessSheet what={asked} onClose={() => setAsked(null)} />
        ) : null}
        {asked && "row" in asked && asked.action === "process" ? (
          <ProcessSheet what={asked} onClose={() => setAsked(null)} />
        ) : null}
        {asked && "row" in asked && asked.action === "reject" ? (
          <RejectSheet row={asked.row} onClose={() => setAsked(null)} />
        ) : null}
      </Suspense>
    </div>
  );
}

const SHAPES = ["a", "b", "c", "d", "e", "f"];

function WaitingRows() {
  const { t } = useTranslation();
  return (
    <div className={classes.frame} role="status">
      <span className="hx-visually-hidden">{t("app.loading")}</span>
      {SHAPES.map((row) => (
        <div key={row} style={{ display: "flex", gap: "1.5rem", padding: "0.95rem 1rem" }}>
          <Skeleton height={20} width="14%" />
          <Skeleton height={20} style={{ flex: 1 }} />
          <Skeleton height={20} width="12%" />
        </div>
      ))}
    </div>
  );
}
