import { Button, Kbd, Skeleton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useOwnClock } from "@/api/clock";
import type { DeskDriver } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { EmptyState, ErrorState } from "@/ui/states";
import { useWindowed } from "@/ui/use-windowed";
import classes from "./drivers.module.css";
import { DRAGGED_JOB } from "./job-card";
import { useNow } from "./use-now";

const STATES = ["free", "offered", "busy", "break", "offline"] as const;
const ROW_HEIGHT = 48;

type Item = { state: DeskDriver["state"]; count: number } | DeskDriver;

/** Returns the drivers that contain every word, under a heading for each state. */
export function driverItems(drivers: readonly DeskDriver[], filter: string): Item[] {
  const words = filter.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = drivers.filter(({ name, vehicle_number, car_type }) => {
    const text = `${name} ${vehicle_number} ${car_type?.name ?? ""}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  return STATES.flatMap((state) => {
    const those = found.filter((driver) => driver.state === state);
    return those.length > 0 ? [{ state, count: those.length }, ...those] : [];
  });
}

interface DeskDriversProps {
  drivers: readonly DeskDriver[] | undefined;
  error: unknown;
  onRetry: () => void;
  selectedId: number | null;
  onSelect: (driver: DeskDriver) => void;
  /** A job was dropped on a driver. */
  onDrop: (jobId: number, driver: DeskDriver) => void;
  filter: string;
  onFilter: (text: string) => void;
  /**
   * Opens the form of a message to the chosen driver, or to those of the list. Undefined for users who may
   * not message drivers.
   */
  onMessage: (() => void) | undefined;
  /** Opens the last messages with their receipts. */
  onReceipts: () => void;
  /** Takes the chosen driver offline; undefined if none is chosen or online. */
  onOffline: (() => void) | undefined;
}

/** The drivers by state, with the time in it. A job dropped on a driver is assigned. */
export function DeskDrivers({
  drivers,
  error,
  onRetry,
  selectedId,
  onSelect,
  onDrop,
  filter,
  onFilter,
  onMessage,
  onReceipts,
  onOffline,
}: DeskDriversProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const wanted = useDeferredValue(filter);
  const items = useMemo(() => driverItems(drivers ?? [], wanted), [drivers, wanted]);
  const { ref, onScroll, from, to, total } = useWindowed(items.length, ROW_HEIGHT);
  return (
    <section className={classes.drivers} aria-label={t("desk.drivers")}>
      <TextInput
        type="search"
        size="sm"
        aria-label={t("desk.find_driver")}
        placeholder={t("desk.find_driver")}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={filter}
        onChange={(event) => onFilter(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <DriverAction
          letter="M"
          disabled={!drivers?.length || !onMessage}
          onClick={() => onMessage?.()}
        >
          {t("desk.message")}
        </DriverAction>
        <DriverAction letter="O" disabled={!onOffline} onClick={() => onOffline?.()}>
          {t("desk.offline")}
        </DriverAction>
        <Button size="compact-sm" variant="default" aria-haspopup="dialog" onClick={onReceipts}>
          {t("desk.sent")}
        </Button>
      </div>
      {error && !drivers ? <ErrorState compact error={error} onRetry={onRetry} /> : null}
      {drivers || error ? null : <Skeleton height={120} />}
      {drivers && items.length === 0 ? (
        <EmptyState compact title={t(drivers.length === 0 ? "desk.no_drivers" : "desk.no_match")} />
      ) : null}
      <div ref={ref} className={classes.box} onScroll={onScroll}>
        <ul style={{ blockSize: total }}>
          {items.slice(from, to).map((item, offset) => {
            const style = { insetBlockStart: (from + offset) * ROW_HEIGHT };
            return "id" in item ? (
              <li key={item.id} style={style}>
                <DriverRow
                  driver={item}
                  selected={item.id === selectedId}
                  onSelect={onSelect}
                  onDrop={onDrop}
                />
              </li>
            ) : (
              <li key={item.state} style={style} className={classes.heading}>
                {t(`desk.state_${item.state}`)} <b className="hx-tabular">{number(item.count)}</b>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

interface DriverActionProps {
  letter: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A button with its key. */
function DriverAction({ letter, disabled, onClick, children }: DriverActionProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      rightSection={
        <Kbd size="xs" dir="ltr" aria-hidden="true">
          {letter}
        </Kbd>
      }
      aria-haspopup="dialog"
      aria-keyshortcuts={letter}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

interface DriverRowProps {
  driver: DeskDriver;
  selected: boolean;
  onSelect: (driver: DeskDriver) => void;
  onDrop: (jobId: number, driver: DeskDriver) => void;
}

function DriverRow({ driver, selected, onSelect, onDrop }: DriverRowProps) {
  const { t } = useTranslation();
  const { duration } = useFormat();
  const [over, setOver] = useState(false);
  const now = useNow();
  const since = useOwnClock(driver.since ?? "");
  const seconds = driver.since ? Math.max(0, now - Math.round(since / 1000)) : null;
  const takes = (event: DragEvent) => event.dataTransfer.types.includes(DRAGGED_JOB);
  const silent = !driver.online && driver.state !== "offline" && driver.state !== "break";
  return (
    <button
      type="button"
      className={classes.driver}
      aria-pressed={selected}
      data-state={driver.state}
      data-over={over || undefined}
      onClick={() => onSelect(driver)}
      onDragOver={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "link";
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!takes(event)) return;
        event.preventDefault();
        onDrop(Number(event.dataTransfer.getData(DRAGGED_JOB)), driver);
      }}
    >
      <span aria-hidden="true" className={classes.dot} />
      <strong dir="auto">{driver.name}</strong>
      <bdi dir="ltr">{driver.vehicle_number}</bdi>
      <small>
        <span className="hx-visually-hidden">{t(`desk.state_${driver.state}`)} · </span>
        {seconds === null ? null : duration(seconds)}
        {silent ? ` · ${t("dashboard.away")}` : null}
        {driver.car_type ? ` · ${driver.car_type.name}` : null}
      </small>
    </button>
  );
}
