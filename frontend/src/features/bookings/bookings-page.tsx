import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCalendar } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { bookingsQuery } from "@/api/bookings";
import { useViewer } from "@/api/session";
import type { BookingRow } from "@/api/types";
import { useLiveBookings } from "@/realtime/live";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { ErrorState } from "@/ui/states";
import { useHeldStill } from "@/ui/use-held-still";
import { useOpenRequest } from "@/ui/use-open-request";
import { useSearchBox } from "@/ui/use-search-box";
import classes from "./bookings-page.module.css";
import { BookingsSkeleton } from "./bookings-skeleton";
import { BookingsTable } from "./bookings-table";
import { FilterPanel } from "./filter-panel";
import { ListTools } from "./list-tools";
import { NoBookings } from "./no-bookings";
import type { RowAction } from "./row-menu";
import { SumLine } from "./sum-line";
import { useColumns } from "./use-columns";
import { useFilters } from "./use-filters";

const ColumnChooser = lazy(async () => ({
  default: (await import("./column-chooser")).ColumnChooser,
}));
const ExportDialog = lazy(async () => ({
  default: (await import("./export-dialog")).ExportDialog,
}));
const ViewsMenu = lazy(async () => ({
  default: (await import("@/ui/data-table/views-menu")).ViewsMenu,
}));
const RowActions = lazy(async () => ({ default: (await import("./row-actions")).RowActions }));

/** The list of bookings: the user's own trips, the fleet's, or all of them. */
export function BookingsPage() {
  const { t } = useTranslation();
  const { role } = useViewer();
  const filters = useFilters();
  const searchBox = useSearchBox(filters.search, filters.find);
  const columns = useColumns();
  const office = role === "admin" || role === "fleetadmin";
  const [panelOpened, panel] = useDisclosure(filters.count > 0);
  const [choosing, chooser] = useDisclosure(false);
  const [exporting, exporter] = useDisclosure(false);
  const [exportedOnce, setExportedOnce] = useState(false);
  const [asked, setAsked] = useState<{ row: BookingRow; action: RowAction } | null>(null);
  const openExport = () => {
    setExportedOnce(true);
    exporter.open();
  };
  useOpenRequest("export", openExport);
  // People can be filtered by from a wide row alone.
  const fields = columns.wide || office ? ({ fields: "all" } as const) : {};
  const list = useInfiniteQuery(bookingsQuery({ ...filters.filters, ...fields }));
  const rows = list.data?.pages.flatMap((page) => page.results) ?? [];
  const { held, shown, holding } = useHeldStill(rows);

  useLiveBookings(office);

  return (
    <div className={classes.page}>
      <PageHeader
        title={t("bookings.title")}
        actions={
          role === "rider" ? null : (
            <Button
              component={Link}
              to="/bookings/calendar"
              variant="default"
              leftSection={<IconCalendar size={18} aria-hidden="true" />}
            >
              {t("calendar.link")}
            </Button>
          )
        }
      />
      <ListTools
        filters={filters}
        searchBox={searchBox}
        views={
          office ? (
            <Suspense fallback={null}>
              <ViewsMenu
                name="bookings"
                state={{ query: filters.query, show: filters.showView }}
                look={columns}
              />
            </Suspense>
          ) : null
        }
        panel={{ opened: panelOpened, toggle: panel.toggle }}
        onColumns={chooser.open}
        onExport={openExport}
      />
      {panelOpened ? <FilterPanel filters={filters} role={role} rows={rows} /> : null}
      {list.isPending && !held ? (
        <BookingsSkeleton />
      ) : list.isError && !held ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : shown.length === 0 ? (
        <NoBookings filtered={filters.filtered} role={role} onClear={filters.clear} />
      ) : (
        <div {...holding}>
          <BookingsTable
            rows={shown}
            busy={searchBox.waiting}
            role={role}
            columns={columns.shown}
            sort={filters.sort}
            onSort={filters.sortBy}
            onAction={(row, action) => setAsked({ row, action })}
            onOnly={(who, id) => {
              filters.setFilter(who, String(id));
              panel.open();
            }}
          />
          {office ? <SumLine rows={shown} more={list.hasNextPage} /> : null}
          {list.hasNextPage ? (
            <Button
              className={classes.more ?? ""}
              variant="default"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t("bookings.more")}
            </Button>
          ) : null}
        </div>
      )}
      <Suspense fallback={null}>
        {choosing ? <ColumnChooser columns={columns} opened onClose={chooser.close} /> : null}
        {exportedOnce ? (
          <ExportDialog
            filters={filters.filters}
            columns={columns.shown}
            filtered={filters.filtered}
            opened={exporting}
            onClose={exporter.close}
          />
        ) : null}
        {asked ? <RowActions asked={asked} onClose={() => setAsked(null)} /> : null}
      </Suspense>
    </div>
  );
}
