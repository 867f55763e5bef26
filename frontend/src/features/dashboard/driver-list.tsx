import { SegmentedControl, Skeleton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/i18n/use-format";
import type { FleetCar, FleetCars, UnplacedCar } from "@/realtime/fleet";
import { EmptyState } from "@/ui/states";
import classes from "./dashboard.module.css";

interface DriverListProps {
  fleet: FleetCars;
  selectedId: number | null;
  onSelect: (id: number | null) => void;
  /** Whether the drivers could not be fetched. */
  failed?: boolean;
}

const REDRAW_MS = 2_000;
const MAX_ROWS = 200;
const STATES = ["all", "free", "busy", "away"] as const;
type State = (typeof STATES)[number];

type Car = FleetCar | UnplacedCar;

const stateOf = ({ online, busy }: Car) => (online ? (busy ? "busy" : "free") : "away");

/**
 * The cars of the map, read out of React's sight and drawn here every two seconds at most, the first of
 * them at once; null until they have been fetched.
 */
function useCars(fleet: FleetCars): Car[] | null {
  const [cars, setCars] = useState<Car[] | null>(null);
  useEffect(() => {
    let stale = true;
    let drawn = false;
    const draw = () => {
      if (!stale || !fleet.seeded) return;
      setCars(fleet.drivers.map((car) => ({ ...car })));
      stale = false;
      drawn = true;
    };
    draw();
    const stop = fleet.subscribe(() => {
      stale = true;
      if (!drawn) draw();
    });
    const timer = setInterval(draw, REDRAW_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [fleet]);
  return cars;
}

/** The accessible alternative to the map: the online drivers, searchable by name or plate. */
export function DriverList({ fleet, selectedId, onSelect, failed = false }: DriverListProps) {
  const { t } = useTranslation();
  const { ago } = useFormat();
  const [text, setText] = useState("");
  const [state, setState] = useState<State>("all");
  const known = useCars(fleet);
  const cars = known ?? [];
  const wanted = text.trim().toLocaleLowerCase();
  const found = cars
    .filter((car) => state === "all" || stateOf(car) === state)
    .filter(({ name, vehicle_number, car_type }) =>
      `${name} ${vehicle_number} ${car_type}`.toLocaleLowerCase().includes(wanted),
    )
    .sort((a, b) => a.name.localeCompare(b.name));

  return (
    <section className={classes.list} aria-label={t("dashboard.drivers")}>
      <TextInput
        type="search"
        aria-label={t("dashboard.find")}
        placeholder={t("dashboard.find")}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <SegmentedControl
        className={classes.states ?? ""}
        size="xs"
        aria-label={t("dashboard.states")}
        value={state}
        onChange={(chosen) => setState(STATES.find((one) => one === chosen) ?? "all")}
        data={STATES.map((one) => ({ value: one, label: t(`dashboard.${one}`) }))}
      />
      {known || failed ? null : <Skeleton height={160} />}
      {known && found.length === 0 ? (
        <EmptyState
          compact
          title={cars.length === 0 ? t("dashboard.none_title") : t("dashboard.no_match")}
          body={cars.length === 0 ? t("dashboard.none_body") : undefined}
        />
      ) : null}
      <ul>
        {found.slice(0, MAX_ROWS).map((car) => (
          <li key={car.driver_id}>
            <button
              type="button"
              aria-pressed={car.driver_id === selectedId}
              data-state={stateOf(car)}
              onClick={() => onSelect(car.driver_id === selectedId ? null : car.driver_id)}
            >
              <span aria-hidden="true" />
              <strong dir="auto">{car.name}</strong>
              <bdi dir="ltr">{car.vehicle_number}</bdi>
              <small>
                {t(`dashboard.${stateOf(car)}`)}
                {car.car_type ? <> · {car.car_type}</> : null}
                {car.at ? <> · {ago(car.at)}</> : null}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {found.length > MAX_ROWS ? (
        <p className={classes.more} role="status">
          {t("dashboard.more_drivers", { count: found.length - MAX_ROWS })}
        </p>
      ) : null}
    </section>
  );
}
