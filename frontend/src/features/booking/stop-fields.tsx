import { ActionIcon, Button } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import type { TripPoint } from "@/api/types";
import { PlaceField } from "@/ui/places/place-field";
import { usePoints } from "@/ui/places/use-points";
import { chosen, type Draft, type DraftStop } from "./draft";
import { changeDraft } from "./draft-store";
import classes from "./stop-fields.module.css";
import { movedStop, withNewStop, withoutStop, withStop } from "./stops";

interface StopFieldsProps {
  draft: Draft;
  /** Whether a missing address is marked. */
  missing: boolean;
  rider?: number | undefined;
}

/** The stops between pickup and drop-off, each with buttons to move and remove it. */
export function StopFields({ draft, missing, rider }: StopFieldsProps) {
  const last = draft.stops.length - 1;
  return draft.stops.map((stop, index) => (
    <StopField
      key={stop.id}
      stop={stop}
      number={index + 1}
      near={chosen(draft.pickup)}
      isLast={index === last}
      missing={missing && !chosen(stop.point)}
      rider={rider}
    />
  ));
}

interface StopFieldProps {
  stop: DraftStop;
  number: number;
  near: TripPoint | null;
  isLast: boolean;
  missing: boolean;
  rider: number | undefined;
}

function StopField({ stop, number, near, isLast, missing, rider }: StopFieldProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { id } = stop;
  const set = useCallback(
    (_kind: string, point: TripPoint) => changeDraft((before) => withStop(before, id, point)),
    [id],
  );
  const points = usePoints(set);
  useEffect(() => {
    // A new stop is the one that the rider wants to fill in.
    if (!stop.point) input.current?.focus();
  }, [stop.point]);
  const icon = { variant: "subtle", radius: "xl", size: 36 } as const;
  const row = useRef<HTMLDivElement>(null);
  const move = (by: -1 | 1) => {
    changeDraft((before) => movedStop(before, id, by));
    // At either end the pressed button is gone; the other one of this stop then takes the focus.
    setTimeout(() => {
      const moves = row.current?.querySelectorAll<HTMLElement>("[data-move]") ?? [];
      const same = [...moves].find((button) => button.dataset.move === String(by));
      (same ?? moves[0])?.focus();
    });
  };
  const remove = () => {
    changeDraft((before) => withoutStop(before, id));
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
        onClear={() => changeDraft((before) => withStop(before, id, null))}
        missing={missing}
        rider={rider}
        inputRef={input}
      />
      <div className={classes.tools}>
        {number > 1 ? (
          <ActionIcon
            {...icon}
            data-move={-1}
            aria-label={t("trip.stop_up", { number })}
            onClick={() => move(-1)}
          >
            <IconArrowUp size={18} />
          </ActionIcon>
        ) : null}
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

/** Adds an empty stop, until the trip has as many as the platform allows. */
export function AddStop({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const { data: settings } = useQuery(publicSettingsQuery());
  const most = settings?.app_category === "taxi" ? settings.max_stops : 0;
  if (draft.stops.length >= most) return null;
  return (
    <Button
      className={classes.add ?? ""}
      data-add-stop
      variant="subtle"
      size="compact-md"
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => changeDraft(withNewStop)}
    >
      {t("trip.stop_add")}
    </Button>
  );
}
