import { ActionIcon, Button } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import type { TripPoint } from "@/api/types";
import { PlaceField } from "./place-field";
import { chosen } from "./point";
import classes from "./stop-fields.module.css";
import { type DraftStop, movedStop, type Stops, withNewStop, withoutStop, withStop } from "./stops";
import { usePoints } from "./use-points";

/** Changes the current stops; a place that is still loading must not undo a later change. */
export type ChangeStops = (change: (before: Stops) => Stops) => void;

interface StopFieldsProps {
  stops: Stops;
  onChange: ChangeStops;
  /** The position near which results rank first. */
  near: TripPoint | null;
  /** The number of stops before these, which cannot change. */
  before?: number;
  /** Whether a missing address is marked. */
  missing: boolean;
  /** Why the server rejected the stops. */
  refused?: string | undefined;
  rider?: number | undefined;
}

/** The stops between pickup and drop-off, each with buttons to move and remove it. */
export function StopFields(props: StopFieldsProps) {
  const { stops, onChange, near, before = 0, missing, refused, rider } = props;
  const last = stops.length - 1;
  return stops.map((stop, index) => (
    <StopField
      key={stop.id}
      stop={stop}
      onChange={onChange}
      number={before + index + 1}
      near={near}
      isFirst={index === 0}
      isLast={index === last}
      missing={missing && !chosen(stop.point)}
      refused={refused}
      rider={rider}
    />
  ));
}

interface StopFieldProps {
  stop: DraftStop;
  onChange: ChangeStops;
  number: number;
  near: TripPoint | null;
  isFirst: boolean;
  isLast: boolean;
  missing: boolean;
  refused: string | undefined;
  rider: number | undefined;
}

function StopField(props: StopFieldProps) {
  const { stop, onChange, number, near, isFirst, isLast, missing, refused, rider } = props;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { id } = stop;
  const set = useCallback(
    (_kind: string, point: TripPoint) => onChange((stops) => withStop(stops, id, point)),
    [onChange, id],
  );
  const points = usePoints(set);
  useEffect(() => {
    // A new stop is the one that the rider wants to fill in.
    if (!stop.point) input.current?.focus();
  }, [stop.point]);
  const icon = { variant: "subtle", radius: "xl", size: 36 } as const;
  const row = useRef<HTMLDivElement>(null);
  const move = (by: -1 | 1) => {
    onChange((stops) => movedStop(stops, id, by));
    // At either end the pressed button is gone; the other one of this stop then takes the focus.
    setTimeout(() => {
      const moves = row.current?.querySelectorAll<HTMLElement>("[data-move]") ?? [];
      const same = [...moves].find((button) => button.dataset.move === String(by));
      (same ?? moves[0])?.focus();
    });
  };
  const remove = () => {
    onChange((stops) => withoutStop(stops, id));
    setTimeout(() => document.querySelector<HTMLElement>("[data-add-stop]")?.focus());
  };

  return (
    <div ref={row} className={classes.row} data-stop={number}>
      <PlaceField
        kind="drop"
        words={{
          label: t("trip.stop", { number }),
          hint: t("trip.stop_hint"),
          clear: t("trip.stop_clear", { number }),
        }}
        point={stop.point}
        near={near}
        points={points}
        selected={false}
        onSelect={() => undefined}
        onChosen={() => undefined}
        onClear={() => onChange((stops) => withStop(stops, id, null))}
        missing={missing}
        refused={refused}
        rider={rider}
        inputRef={input}
      />
      <div className={classes.tools}>
        {isFirst ? null : (
          <ActionIcon
            {...icon}
            data-move={-1}
            aria-label={t("trip.stop_up", { number })}
            onClick={() => move(-1)}
          >
            <IconArrowUp size={18} />
          </ActionIcon>
        )}
        {isLast ? null : (
          <ActionIcon
            {...icon}
            data-move={1}
            aria-label={t("trip.stop_down", { number })}
            onClick={() => move(1)}
          >
            <IconArrowDown size={18} />
          </ActionIcon>
        )}
        <ActionIcon {...icon} aria-label={t("trip.stop_remove", { number })} onClick={remove}>
          <IconTrash size={18} />
        </ActionIcon>
      </div>
    </div>
  );
}

interface AddStopProps {
  /** The number of stops so far. */
  count: number;
  onChange: ChangeStops;
}

/** Adds an empty stop, until the trip has as many as the platform allows. */
export function AddStop({ count, onChange }: AddStopProps) {
  const { t } = useTranslation();
  const { data: settings } = useQuery(publicSettingsQuery());
  const most = settings?.app_category === "taxi" ? settings.max_stops : 0;
  if (count >= most) return null;
  return (
    <Button
      className={classes.add ?? ""}
      data-add-stop
      variant="subtle"
      size="compact-md"
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => onChange(withNewStop)}
    >
      {t("trip.stop_add")}
    </Button>
  );
}
