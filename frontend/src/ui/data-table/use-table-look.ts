import { useLocalStorage } from "@mantine/hooks";
import { useViewer } from "@/api/session";

interface Choosable {
  id: string;
  /** Not among those shown at first. */
  hidden?: boolean;
}

interface Look {
  columns: string[] | null;
  dense: boolean;
}

const USUAL: Look = { columns: null, dense: false };

/** Which columns a person wants and how close together, remembered on this device, each person's apart. */
export function useTableLook<C extends Choosable>(name: string, possible: readonly C[]) {
  const { me } = useViewer();
  const [stored, store] = useLocalStorage<Look>({
    key: `hansom.table.${name}.${me?.id ?? 0}`,
    defaultValue: USUAL,
    getInitialValueInEffect: false,
  });
  const wanted = Array.isArray(stored.columns) ? stored.columns : null;
  // What was once chosen may no longer be a column here.
  const valid = wanted ? possible.filter(({ id }) => wanted.includes(id)) : [];
  const shown = valid.length > 0 ? valid : possible.filter(({ hidden }) => !hidden);
  const chosen = new Set(shown.map(({ id }) => id));
  const chooseAll = (columns: string[] | null) => store({ ...stored, columns });
  return {
    shown,
    chosen,
    dense: stored.dense === true,
    setDense: (dense: boolean) => store({ ...stored, dense }),
    chooseAll,
    choose: (id: string, on: boolean) => {
      const next = new Set(chosen);
      if (on) next.add(id);
      else next.delete(id);
      // A table without a column is none.
      if (next.size > 0) chooseAll([...next]);
    },
  };
}

export type TableLook = {
  chosen: ReadonlySet<string>;
  dense: boolean;
  setDense: (dense: boolean) => void;
  chooseAll: (columns: string[] | null) => void;
  choose: (id: string, on: boolean) => void;
};
