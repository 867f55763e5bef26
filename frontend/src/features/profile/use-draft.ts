import { useState } from "react";

/**
 * A form over server data: typed values stay until they are saved or reset, and untouched fields follow the
 * server.
 */
export function useDraft<T extends Record<string, string>>(known: T) {
  const [typed, setTyped] = useState<Partial<T>>({});
  const shown = { ...known, ...typed };
  const names = Object.keys(known) as (keyof T)[];
  return {
    shown,
    changed: names.some((name) => shown[name].trim() !== known[name]),
    change: (name: keyof T, value: string) =>
      setTyped((before) => ({ ...before, [name]: value }) as Partial<T>),
    undo: () => setTyped({}),
    /** Returns the values to save. */
    clean: () =>
      Object.fromEntries(names.map((name) => [name, shown[name].trim()])) as Record<
        keyof T,
        string
      >,
  };
}
