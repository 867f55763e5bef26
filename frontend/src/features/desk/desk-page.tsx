import { useMediaQuery } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import {
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { boardKey } from "@/api/desk";
import { useMay } from "@/api/permissions";
import type { DeskDriver } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { lazy } from "@/ui/lazy";
import { EmptyState, ErrorState, LoadingState } from "@/ui/states";
import { ActionBar } from "./action-bar";
import { Board, TabbedBoard } from "./board";
import classes from "./desk.module.css";
import { DeskDemandTable } from "./desk-demand";
import { DeskDrivers, driverItems } from "./desk-drivers";
import { DeskHeader } from "./desk-header";
import { columnsOf } from "./lanes";
import { useBoard } from "./use-board";
import { useBookingPanel } from "./use-booking-panel";
import { useDemand } from "./use-demand";
import { type DeskDialog, useDesk } from "./use-desk";
import { useDeskLook } from "./use-desk-look";

const MessageSheet = lazy(async () => ({
  default: (await import("./message-sheet")).MessageSheet,
}));
const OfflineSheet = lazy(async () => ({
  default: (await import("./offline-sheet")).OfflineSheet,
}));
const ReceiptsPanel = lazy(async () => ({
  default: (await import("./receipts-panel")).ReceiptsPanel,
}));
const DeskMap = lazy(async () => ({ default: (await import("./desk-map")).DeskMap }));

interface DeskPageProps {
  /** Renders the dialog of an action, from another feature. */
  dialog: (props: DeskDialog & { onClose: () => void; onRefused: () => void }) => ReactNode;
  sound: ReactNode;
  /** Renders the booking form over the board, from another feature. */
  form: (props: { onClose: () => void; onBooked: (booking: { id: number }) => void }) => ReactNode;
}

/** The dispatcher's board: open jobs by lane, the map and the drivers, run by keys. */
export function DeskPage({ dialog, sound, form }: DeskPageProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery("(width < 48em)") ?? false;
  const mayChange = useMay()("bookings", "change");
  const look = useDeskLook();
  const { board, drivers, fleet } = useBoard();
  const { number } = useFormat();
  const showsDemand = look.demand;
  const demand = useDemand(showsDemand && (look.aside || phone), number);
  const [filter, setFilter] = useState("");
  const wanted = useDeferredValue(filter);
  const search = useRef<HTMLInputElement>(null);
  const columns = useMemo(
    () => columnsOf(board.data?.jobs ?? [], look.lanes, wanted),
    [board.data, look.lanes, wanted],
  );
  const [opened, setOpened] = useState<"message" | "receipts" | { offline: DeskDriver } | null>(
    null,
  );
  const panel = useBookingPanel();
  const desk = useDesk(columns, search, opened !== null, panel, (action) => {
    if (action === "offline") takeOffline?.();
    else if (drivers.data && mayChange) setOpened("message");
  });
  const { act, pick, job } = desk;
  const client = useQueryClient();
  /** Closes the form and goes to the new job, which the filter must not hide. */
  const booked = ({ id }: { id: number }) => {
    panel.close();
    setFilter("");
    desk.expect(id);
    void client.invalidateQueries({ queryKey: boardKey });
  };
  const open = useCallback((id: number) => act({ id, action: "open" }), [act]);

  const [driverFilter, setDriverFilter] = useState("");
  const listed = useMemo(
    () => driverItems(drivers.data ?? [], driverFilter).filter((item) => "id" in item),
    [drivers.data, driverFilter],
  );

  const [chosen, setChosen] = useState<number | null>(null);
  const driverId = job?.driver?.id ?? job?.offered_to[0]?.id ?? chosen;
  const driver = drivers.data?.find(({ id }) => id === driverId);
  const takeOffline =
    mayChange && driver && driver.state !== "offline"
      ? () => setOpened({ offline: driver })
      : undefined;
  /** A chosen driver shows their job, if it is on the board. */
  const chooseDriver = (id: number | null) => {
    setChosen(id);
    if (id === null) return;
    const trip = drivers.data?.find((driver) => driver.id === id)?.booking_id;
    const theirs = board.data?.jobs.find(
      (one) => one.id === trip || one.offered_to.some((offered) => offered.id === id),
    );
    pick(theirs?.id ?? null);
  };

  const map = (
    <div className={classes.map}>
      <Suspense fallback={<LoadingState label={t("map.loading")} />}>
        <DeskMap
          jobs={board.data?.jobs ?? []}
          fleet={fleet}
          booking={desk.booking}
          driverId={driverId}
          areas={demand.shapes}
          areaFit={demand.fit}
          onJob={pick}
          onDriver={chooseDriver}
        />
      </Suspense>
    </div>
  );
  const table = showsDemand ? (
    <DeskDemandTable
      demand={demand.query.data}
      error={demand.query.error}
      onRetry={() => void demand.query.refetch()}
      shown={demand.shown}
      onShow={demand.show}
    />
  ) : null;
  const list = (
    <DeskDrivers
      drivers={drivers.data}
      error={drivers.error}
      onRetry={() => void drivers.refetch()}
      selectedId={driverId}
      onSelect={({ id }) => chooseDriver(id)}
      onDrop={(id, driver) => act({ id, action: "assign", driver })}
      filter={driverFilter}
      onFilter={setDriverFilter}
      onMessage={mayChange ? () => setOpened("message") : undefined}
      onReceipts={() => setOpened("receipts")}
      onOffline={takeOffline}
    />
  );
  const shared = {
    columns,
    selectedId: desk.id,
    place: desk.place,
    dense: look.dense,
    arrived: desk.arrived,
    onSelect: pick,
    onOpen: open,
  };
  const lanes = () => {
    if (board.error && !board.data) {
      return <ErrorState error={board.error} onRetry={() => void board.refetch()} />;
    }
    if (!board.data) return <LoadingState />;
    if (phone) return <TabbedBoard {...shared} map={map} demand={table} drivers={list} />;
    return [...columns.values()].some((jobs) => jobs.length > 0) ? (
      <Board {...shared} />
    ) : (
      <EmptyState title={t(filter ? "desk.no_match" : "desk.empty")} />
    );
  };
  const aside = look.aside && !phone;

  return (
    <div className={classes.page} data-aside={aside || undefined}>
      <DeskHeader
        search={search}
        filter={filter}
        onFilter={setFilter}
        look={look}
        sound={sound}
        more={board.data?.more ?? false}
        onNew={panel.allowed ? () => panel.open() : undefined}
      />
      <div className={classes.board}>{lanes()}</div>
      <ActionBar
        job={job}
        booking={desk.booking}
        note={desk.note}
        mayBook={panel.allowed}
        onAction={(action) => job && desk.run(job.id, action)}
      />
      {aside ? (
        <aside
          className={classes.aside}
          data-demand={showsDemand || undefined}
          aria-label={t("desk.aside")}
        >
          {map}
          {table}
          {list}
        </aside>
      ) : null}
      <Suspense fallback={null}>
        {opened === "message" ? (
          <MessageSheet drivers={listed} chosen={driver} onClose={() => setOpened(null)} />
        ) : null}
        {opened === "receipts" ? <ReceiptsPanel onClose={() => setOpened(null)} /> : null}
        {opened !== null && typeof opened === "object" ? (
          <OfflineSheet driver={opened.offline} onClose={() => setOpened(null)} />
        ) : null}
        {panel.opened ? form({ onClose: panel.close, onBooked: booked }) : null}
        {desk.dialog
          ? dialog({ ...desk.dialog, onClose: desk.close, onRefused: desk.refuse })
          : null}
      </Suspense>
    </div>
  );
}
