import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Rank, type RankPlace, rankQueueQuery } from "@/api/ranks";
import { useFormat } from "@/i18n/use-format";
import { PersonLink } from "@/ui/record-link";
import { SidePanel } from "@/ui/side-panel";
import { EmptyState, ErrorState, LoadingState } from "@/ui/states";
import { EndedPlaces } from "./ended-places";
import classes from "./ranks.module.css";
import { RemoveSheet } from "./remove-sheet";

const TICK_MS = 30_000;

interface QueuePanelProps {
  rank: Rank;
  onClose: () => void;
}

/** The queue of a rank, the first driver first; the page's events keep it current. */
export function QueuePanel({ rank, onClose }: QueuePanelProps) {
  const { t } = useTranslation();
  const { number, duration } = useFormat();
  const { data: places, error, refetch } = useQuery(rankQueueQuery(rank.id));
  const [removed, setRemoved] = useState<RankPlace | null>(null);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const waited = ({ entered_at }: RankPlace) =>
    duration(Math.max(0, (now - Date.parse(entered_at)) / 1000));

  return (
    <SidePanel title={t("fleet.rank_queue_of", { name: rank.name })} onClose={onClose} width={480}>
      {error && !places ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : !places ? (
        <LoadingState compact />
      ) : places.length === 0 ? (
        <EmptyState compact title={t("fleet.rank_queue_none")} />
      ) : (
        <ol className={classes.queue} aria-label={t("fleet.rank_queue")}>
          {places.map((place, index) => (
            <li key={place.id}>
              <span className={classes.number}>{number(index + 1)}</span>
              <div>
                <PersonLink id={place.driver.id} kind="driver">
                  <bdi>{place.driver.name || `#${place.driver.id}`}</bdi>
                </PersonLink>
                <p className={classes.soft}>
                  <bdi>{place.plate}</bdi> · {t("fleet.rank_waits", { time: waited(place) })}
                </p>
                {place.outside_since ? (
                  <p className={classes.soft}>{t("fleet.rank_outside")}</p>
                ) : null}
                {place.missed_offers > 0 ? (
                  <p className={classes.soft}>{t("fleet.rank_missed")}</p>
                ) : null}
              </div>
              <Button
                variant="default"
                size="compact-sm"
                aria-haspopup="dialog"
                aria-label={`${t("fleet.rank_remove")}: ${place.driver.name}`}
                onClick={() => setRemoved(place)}
              >
                {t("fleet.rank_remove")}
              </Button>
            </li>
          ))}
        </ol>
      )}
      <EndedPlaces rank={rank.id} />
      {removed ? <RemoveSheet place={removed} onClose={() => setRemoved(null)} /> : null}
    </SidePanel>
  );
}
