import { RoundTripField } from "@/ui/places/round-trip-field";
import type { Draft } from "./draft";
import { changeDraft } from "./draft-store";

/** Whether the driver of the draft's trip waits and drives back. */
export const RoundTrip = ({ draft }: { draft: Draft }) => (
  <RoundTripField
    wait={draft.returnWait}
    onChange={(returnWait) => changeDraft((before) => ({ ...before, returnWait }))}
  />
);
