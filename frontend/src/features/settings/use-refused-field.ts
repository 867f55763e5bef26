import { useEffect } from "react";
import { ApiError } from "@/api/error";
import type { SettingsPart } from "@/api/settings";
import { type FieldName, GROUPS } from "./fields";

/** Refusals that are about one field without naming it. */
const FIELD_OF: Record<string, FieldName> = { proper_bonus: "bonus", wrong_code: "license" };

/** The first field of the page that a refusal is about. */
export function refusedField(part: SettingsPart, error: unknown): FieldName | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const named = Object.keys(error.fields).map((key) => key.split(".")[0]);
  const fields = GROUPS[part].flatMap((group) => group.fields);
  return fields.find(({ name }) => named.includes(name))?.name ?? FIELD_OF[error.code];
}

/** Brings what was refused into sight and puts the keyboard there; `onFind` shows a field that is filtered out. */
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
