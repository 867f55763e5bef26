import * as shared from "@/ui/places/stop-fields";
import type { Stops } from "@/ui/places/stops";
import { chosen, type Draft } from "./draft";
import { changeDraft } from "./draft-store";

const change = (edit: (before: Stops) => Stops) =>
  changeDraft((draft) => ({ ...draft, stops: edit(draft.stops) }));

interface StopFieldsProps {
  draft: Draft;
  /** Whether a missing address is marked. */
  missing: boolean;
  rider?: number | undefined;
}

/** The stops of the draft, each with buttons to move and remove it. */
export const StopFields = ({ draft, missing, rider }: StopFieldsProps) => (
  <shared.StopFields
    stops={draft.stops}
    onChange={change}
    near={chosen(draft.pickup)}
    missing={missing}
    rider={rider}
  />
);

/** Adds an empty stop to the draft. */
export const AddStop = ({ draft }: { draft: Draft }) => (
  <shared.AddStop
    count={draft.stops.length + (draft.returnWait === null ? 0 : 1)}
    onChange={change}
  />
);
