import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type ReplayResults, type ReplayRun, replayDriversFile } from "@/api/replays";
import { useFormat } from "@/i18n/use-format";
import { PersonLink } from "@/ui/record-link";
import { ReplayFile } from "./replay-file";
import { ReplayTable } from "./replay-table";
import classes from "./tariffs.module.css";

const DRIVERS = 100;

type Driver = ReplayResults["drivers"][number];

interface ReplayDriversProps {
  run: ReplayRun;
  drivers: readonly Driver[];
  /** The names of the amounts. */
  head: readonly string[];
  /** Returns the amounts of a row. */
  change: (row: Driver) => string[];
}

/** The drivers' shares, the largest losses first, with links to their trips. */
export function ReplayDrivers({ run, drivers, head, change }: ReplayDriversProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (drivers.length === 0) return null;
  return (
    <section className={classes.card}>
      <h2>{t("tariffs.replay_drivers")}</h2>
      <ReplayTable
        label={t("tariffs.replay_drivers")}
        head={[t("tariffs.replay_driver"), t("tariffs.replay_trips"), ...head, ""]}
        rows={drivers.slice(0, DRIVERS).map((row) => ({
          key: String(row.driver_id),
          cells: [
            <PersonLink key="driver" id={row.driver_id} kind="driver">
              <bdi>{row.name || "–"}</bdi>
            </PersonLink>,
            number(row.trips),
            ...change(row),
            <Link
              key="trips"
              to={`/tariffs/replay?run=${run.id}&driver=${row.driver_id}`}
              aria-label={`${t("tariffs.replay_driver_open")}: ${row.name || "–"}`}
            >
              {t("tariffs.replay_driver_open")}
            </Link>,
          ],
        }))}
      />
      <ReplayFile label={t("tariffs.replay_drivers_csv")} file={() => replayDriversFile(run.id)} />
      {drivers.length > DRIVERS ? (
        <p className={classes.soft}>
          {t("tariffs.replay_drivers_shown", {
            shown: number(DRIVERS),
            total: number(drivers.length),
          })}
        </p>
      ) : null}
    </section>
  );
}
