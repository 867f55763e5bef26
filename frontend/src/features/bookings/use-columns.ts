import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { publicSettingsQuery } from "@/api/catalogue";
import { useViewer } from "@/api/session";
import { type Column, type ColumnId, columnsFor, usualColumns } from "./columns";

export interface ColumnChoice {
  possible: readonly Column[];
  shown: readonly Column[];
  chosen: ReadonlySet<ColumnId>;
  /** Whether rows must come with every field. */
  wide: boolean;
  choose: (id: ColumnId, on: boolean) => void;
  /** Sets all columns, as in a saved view; null restores the default. */
  chooseAll: (ids: string[] | null) => void;
  reset: () => void;
}

/** Which columns this person wants to see, remembered on this device, each person's apart. */
export function useColumns(): ColumnChoice {
  const { me, role } = useViewer();
  const { data: settings } = useQuery(publicSettingsQuery());
  const here = {
    role,
    category: settings?.app_category ?? "taxi",
    otp: settings?.otp_secure ?? false,
  } as const;
  const [stored, store, clear] = useLocalStorage<string[] | null>({
    key: `hansom.columns.${me?.id ?? 0}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const possible = columnsFor(here);
  const usual: readonly string[] = usualColumns(here);
  // What was once chosen may no longer be a column here.
  const valid = Array.isArray(stored) ? possible.filter(({ id }) => stored.includes(id)) : [];
  const shown = valid.length > 0 ? valid : possible.filter(({ id }) => usual.includes(id));
  const chosen = new Set(shown.map(({ id }) => id));
  return {
    possible,
    shown,
    chosen,
    wide: shown.some((column) => column.wide),
    choose: (id, on) => {
      const next = new Set(chosen);
      if (on) next.add(id);
      else next.delete(id);
      if (next.size > 0) store([...next]);
    },
    chooseAll: (ids) => (ids ? store(ids) : clear()),
    reset: clear,
  };
}
