import { Button, SegmentedControl, TextInput } from "@mantine/core";
import { useDebouncedCallback, useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { bookingsQuery } from "@/api/bookings";
import { useViewer } from "@/api/session";
import { useLiveBookings } from "@/realtime/live";
import { PageHeader } from "@/ui/page-header";
import { ErrorState } from "@/ui/states";
import classes from "./bookings-page.module.css";
import { BookingsSkeleton } from "./bookings-skeleton";
import { BookingsTable } from "./bookings-table";
import { NoBookings } from "./no-bookings";
import { TABS, type Tab, useFilters } from "./use-filters";

const TYPING_PAUSE_MS = 250;

/** Everybody's history: own trips, the fleet's, or all of them. */
export function BookingsPage() {
  const { t } = useTranslation();
  const { role } = useViewer();
  const { tab, search, filters, narrowed, show, find, clear } = useFilters();
  const [typed, setTyped] = useState(search);
  const findSoon = useDebouncedCallback(find, TYPING_PAUSE_MS);
  const box = useRef<HTMLInputElement>(null);
  const list = useInfiniteQuery(bookingsQuery(filters));
  const rows = list.data?.pages.flatMap((page) => page.results) ?? [];

  useHotkeys([["/", () => box.current?.focus()]]);
  useLiveBookings(role === "admin" || role === "fleetadmin");

  return (
    <div className={classes.page}>
      <PageHeader title={t("bookings.title")} />
      <div className={classes.tools}>
        <SegmentedControl
          className={classes.tabs ?? ""}
          aria-label={t("bookings.show")}
          value={tab}
          onChange={(value) => show(value as Tab)}
          data={TABS.map((value) => ({ value, label: t(`bookings.tab_${value}`) }))}
        />
        <TextInput
          ref={box}
          className={classes.search ?? ""}
          type="search"
          aria-label={t("bookings.search")}
          placeholder={t("bookings.search_hint")}
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            findSoon(event.currentTarget.value.trim());
          }}
        />
      </div>
      {list.isPending ? (
        <BookingsSkeleton />
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : rows.length === 0 ? (
        <NoBookings
          narrowed={narrowed}
          role={role}
          onClear={() => {
            setTyped("");
            clear();
          }}
        />
      ) : (
        <>
          <BookingsTable rows={rows} role={role} />
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
        </>
      )}
    </div>
  );
}
