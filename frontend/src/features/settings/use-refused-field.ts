import { useEffect } from "react";
import { ApiError } from "@/api/error";
import type { SettingsPart } from "@/api/settings";
import { FIELDS, type FieldName } from "./fields";

/** Error codes that concern one field but do not name it. */
const FIELD_OF: Record<string, FieldName> = { proper_bonus: "bonus", wrong_code: "license" };

/** Returns the first field of the page that an error names. */
function refusedField(part: SettingsPart, error: unknown): FieldName | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const named = Object.keys(error.fields).map((key) => key.split(".")[0]);
  return FIELDS[part].find(({ name }) => named.includes(name))?.name ?? FIELD_OF[error.code];
}

/** Scrolls to the rejected field and focuses it. `onFind` clears a search that may hide it. */
export function useRefusedField(part: SettingsPart, error: unknown, onFind: () => void): void {
  useEffect(() => {
    const name = refusedField(part, error);
    if (!name) return;
    onFind();
    const frame = requestAnimationFrame(() => {
      const field = document.getElementById(`setting-${name}`);
      field?.scrollIntoView?.({ block: "center" });
      field?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [part, error, onFind]);
}
