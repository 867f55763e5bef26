import { HireField } from "@/ui/places/hire-field";
import { type Draft, withHire } from "./draft";
import { changeDraft } from "./draft-store";

/** Whether the draft is booked by the hour, and for how long. */
export const Hire = ({ draft }: { draft: Draft }) => (
  <HireField
    minutes={draft.hireMinutes}
    onChange={(minutes) => changeDraft((before) => withHire(before, minutes))}
  />
);
