import type { UseFormReturnType } from "@mantine/form";
import { type RefObject, useEffect, useRef, useState } from "react";

interface ServerValues<T extends object> {
  fields: UseFormReturnType<T>;
  values: T;
  follow: boolean;
  /** Set while the server's values are filled in, which is not a change by the user. */
  following: RefObject<boolean>;
}

/**
 * Fields that the user has not changed follow the server's values. Those that changed on the server under an
 * unsaved change are listed as conflicts.
 */
export function useServerValues<T extends object>(state: ServerValues<T>) {
  const { fields, values, follow, following } = state;
  const known = useRef(values);
  const [conflicts, setConflicts] = useState<readonly string[]>([]);

  useEffect(() => {
    if (!follow) return;
    const names = Object.keys(values) as (keyof T & string)[];
    const moved = names.filter((name) => !Object.is(values[name], known.current[name]));
    if (moved.length === 0) return;
    known.current = values;
    const typed = moved.filter((name) => fields.isDirty(name as never));
    following.current = true;
    for (const name of moved)
      if (!typed.includes(name)) fields.setFieldValue(name as never, values[name] as never);
    following.current = false;
    fields.resetDirty(values);
    setConflicts(typed);
  });

  return {
    conflicts,
    clearConflicts: () => setConflicts([]),
    /** After a save: the typed values are no longer changes. */
    settle: () => {
      fields.resetDirty();
      setConflicts([]);
    },
  };
}
