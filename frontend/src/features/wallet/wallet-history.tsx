import { Button } from "@mantine/core";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import { IconAdjustments, IconDownload } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { type WalletHistoryFilters, walletHistoryQuery } from "@/api/payments";
import { lazy } from "@/ui/lazy";
import { EmptyState } from "@/ui/states";
import { WalletEntries } from "@/ui/wallet-entries/wallet-entries";
import { HistoryFilters } from "./history-filters";
import classes from "./wallet.module.css";

const ExportDialog = lazy(async () => ({
  default: (await import("@/ui/export/export-dialog")).ExportDialog,
}));
const TYPING_PAUSE_MS = 250;

/** Every wallet entry with its balance, with filters and an export. */
export function WalletHistory() {
  const { t } = useTranslation();
  const [panelOpened, panel] = useDisclosure(false);
  const [exporting, exporter] = useDisclosure(false);
  const [filters, setFilters] = useState<WalletHistoryFilters>({});
  const [debounced] = useDebouncedValue(filters, TYPING_PAUSE_MS);
  const history = useInfiniteQuery(walletHistoryQuery(debounced));
  const count = Object.keys(filters).length;

  return (
    <section aria-labelledby="wallet-history">
      <div className={classes.top}>
        <h2 id="wallet-history" className={classes.heading}>
          {t("wallet.history")}
        </h2>
        <div className={classes.links}>
          <Button
            variant={count > 0 ? "filled" : "default"}
            leftSection={<IconAdjustments size={18} aria-hidden="true" />}
            aria-expanded={panelOpened}
            onClick={panel.toggle}
          >
            {count > 0 ? t("history.filters_on", { count }) : t("history.filters")}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={exporter.open}
          >
            {t("history.export")}
          </Button>
        </div>
      </div>
      {panelOpened ? <HistoryFilters filters={filters} onChange={setFilters} /> : null}
      <WalletEntries
        history={history}
        empty={
          count > 0 ? (
            <EmptyState
              compact
              title={t("payouts.no_move")}
              action={
                <Button variant="default" onClick={() => setFilters({})}>
                  {t("history.clear_filters")}
                </Button>
              }
            />
          ) : (
            <EmptyState compact title={t("wallet.empty_title")} body={t("wallet.empty_body")} />
          )
        }
      />
      {exporting ? (
        <Suspense fallback={null}>
          <ExportDialog
            kind="wallet"
            filters={debounced}
            lead={t(count > 0 ? "payouts.export_filtered" : "payouts.export_moves")}
            opened
            onClose={exporter.close}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
