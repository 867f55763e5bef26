import { ActionIcon } from "@mantine/core";
import { IconArrowsUpDown } from "@tabler/icons-react";
import { Fragment, type ReactNode, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { PlaceField } from "@/ui/places/place-field";
import type { Points } from "@/ui/places/use-points";
import type { Missing } from "./checks";
import { chosen, type Draft, type PointKind, swapped, withoutPoint } from "./draft";
import { changeDraft } from "./draft-store";
import classes from "./route-fields.module.css";

interface RouteFieldsProps {
  draft: Draft;
  points: Points;
  missing: Missing | null;
  inputs: Record<PointKind, RefObject<HTMLInputElement | null>>;
  /** The rider for whom staff book. */
  rider?: number | undefined;
  /** The stops between the two. */
  stops?: ReactNode;
}

const KINDS: readonly PointKind[] = ["pickup", "drop"];

/** Pickup and drop-off, with a button to swap them. */
export function RouteFields({ draft, points, missing, inputs, rider, stops }: RouteFieldsProps) {
  const { t } = useTranslation();
  const select = (kind: PointKind) =>
    changeDraft((before) => (before.selected === kind ? before : { ...before, selected: kind }));

  // By the hour there is no drop-off.
  const kinds = draft.hireMinutes === null ? KINDS : (["pickup"] as const);

  return (
    <div className={classes.route}>
      <div className={classes.fields}>
        {kinds.map((kind) => (
          <Fragment key={kind}>
            {kind === "drop" ? stops : null}
            <PlaceField
              kind={kind}
              point={draft[kind]}
              near={chosen(kind === "drop" ? draft.pickup : draft.drop)}
              points={points}
              selected={draft.selected === kind}
              onSelect={() => select(kind)}
              onChosen={() => {
                if (kind === "pickup" && !chosen(draft.drop)) inputs.drop.current?.focus();
              }}
              onClear={() => changeDraft((before) => withoutPoint(before, kind))}
              missing={missing === kind}
              rider={rider}
              inputRef={inputs[kind]}
            />
          </Fragment>
        ))}
      </div>
      {draft.hireMinutes === null ? (
        <ActionIcon
          className={classes.swap}
          variant="default"
          radius="xl"
          size={40}
          aria-label={t("booking.swap")}
          onClick={() => {
            for (const kind of KINDS) points.forget(kind);
            changeDraft(swapped);
          }}
        >
          <IconArrowsUpDown size={18} />
        </ActionIcon>
      ) : null}
    </div>
  );
}
