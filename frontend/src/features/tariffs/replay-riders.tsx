import { useTranslation } from "react-i18next";
import { type ReplayResults, type ReplayRun, replayRidersFile } from "@/api/replays";
import { useFormat } from "@/i18n/use-format";
import { PersonLink } from "@/ui/record-link";
import { ReplayFile } from "./replay-file";
import { ReplayTable } from "./replay-table";
import classes from "./tariffs.module.css";

type Rider = ReplayResults["riders"][number];

interface ReplayRidersProps {
  run: ReplayRun;
  riders: readonly Rider[];
  /** The names of the amounts. */
  head: readonly string[];
  /** Returns the amounts of a row. */
  change: (row: Rider) => string[];
}

/** The riders whose fares and fees change most. */
export function ReplayRiders({ run, riders, head, change }: ReplayRidersProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (riders.length === 0) return null;
  return (
    <section className={classes.card}>
      <h2>{t("tariffs.replay_riders")}</h2>
      <ReplayTable
        label={t("tariffs.replay_riders")}
        head={[t("tariffs.replay_rider"), t("tariffs.replay_trips"), ...head]}
        rows={riders.map((row) => ({
          key: String(row.rider_id),
          cells: [
            <PersonLink key="rider" id={row.rider_id} kind="rider">
              <bdi>{row.name || "–"}</bdi>
            </PersonLink>,
            number(row.trips),
            ...change(row),
          ],
        }))}
      />
      <ReplayFile label={t("tariffs.replay_riders_csv")} file={() => replayRidersFile(run.id)} />
    </section>
  );
}
