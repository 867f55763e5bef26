import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { checkInAtRank, leaveRank, type OwnRank, ownRankKey, ownRankQuery } from "@/api/ranks";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { useTopic } from "@/realtime/hooks";
import { Message } from "@/ui/message";
import classes from "./rank-card.module.css";

/** The ends of a place that the driver did not choose. */
const LOST = ["left_area", "declined", "removed", "closed"] as const;
type Lost = (typeof LOST)[number];

/** The driver's place in the queue of a taxi rank, or the rank nearby; `hidden` while there are offers. */
export function RankCard({ hidden }: { hidden: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data } = useQuery(ownRankQuery());
  const [lost, setLost] = useState<Lost | null>(null);
  const refetch = () => void client.invalidateQueries({ queryKey: ownRankKey });
  const id = data?.place?.rank_id ?? data?.near?.id ?? null;
  useTopic(id === null ? null : `rank:${id}`, { onEvent: refetch, onRefetch: refetch });
  useTopic("tasks", {
    onEvent: (event) => {
      if (event.type !== "rank.changed") return;
      setLost(LOST.find((reason) => reason === event.data.ended) ?? null);
      refetch();
    },
  });
  const change = useMutation({
    mutationFn: (rank: number | null) => (rank === null ? leaveRank() : checkInAtRank(rank)),
    onMutate: () => setLost(null),
    onSuccess: (own) => client.setQueryData(ownRankKey, own),
    onError: refetch,
  });

  if (hidden || !data || (!data.place && !data.near && !lost)) return null;
  return (
    <section className={classes.card} aria-labelledby="rank">
      <h2 id="rank">
        {t("driver.rank_title")}
        {data.place || data.near ? (
          <>
            {" · "}
            <bdi>{data.place?.rank_name ?? data.near?.name}</bdi>
          </>
        ) : null}
      </h2>
      {lost ? <Message tone="lamp">{t(`driver.rank_lost_${lost}`)}</Message> : null}
      {data.place ? (
        <Place place={data.place} working={change.isPending} onLeave={() => change.mutate(null)} />
      ) : data.near ? (
        <Near
          near={data.near}
          working={change.isPending}
          onCheckIn={(rank) => change.mutate(rank)}
        />
      ) : null}
      {change.error ? (
        <p className={classes.error} role="alert">
          {errorText(change.error, t)}
        </p>
      ) : null}
    </section>
  );
}

interface PlaceProps {
  place: NonNullable<OwnRank["place"]>;
  working: boolean;
  onLeave: () => void;
}

function Place({ place, working, onLeave }: PlaceProps) {
  const { t } = useTranslation();
  const { number, time } = useFormat();
  return (
    <>
      <p className={classes.place}>
        {t("driver.rank_place", { place: number(place.place), waiting: number(place.waiting) })}
      </p>
      <p className={classes.soft}>{t("driver.rank_since", { time: time(place.entered_at) })}</p>
      {place.leaves_at ? (
        <Message tone="lamp">{t("driver.rank_outside", { time: time(place.leaves_at) })}</Message>
      ) : null}
      {place.missed_offers > 0 ? <Message tone="lamp">{t("driver.rank_missed")}</Message> : null}
      <Button variant="default" loading={working} onClick={onLeave}>
        {t("driver.rank_leave")}
      </Button>
    </>
  );
}

interface NearProps {
  near: NonNullable<OwnRank["near"]>;
  working: boolean;
  onCheckIn: (rank: number) => void;
}

function Near({ near, working, onCheckIn }: NearProps) {
  const { t } = useTranslation();
  const { number, distance } = useFormat();
  const isFull = near.waiting >= near.max_drivers;
  return (
    <>
      <p className={classes.soft}>
        {near.distance_m > 0
          ? `${t("driver.rank_away", { distance: distance(near.distance_m / 1000) })} · `
          : null}
        {t("driver.rank_waiting", { waiting: number(near.waiting) })}
      </p>
      {isFull ? (
        <p>{t("driver.rank_full")}</p>
      ) : near.distance_m === 0 ? (
        <Button variant="lamp" loading={working} onClick={() => onCheckIn(near.id)}>
          {t("driver.rank_check_in")}
        </Button>
      ) : null}
    </>
  );
}
