import { useLocalStorage } from "@mantine/hooks";
import { useViewer } from "@/api/session";

interface Choosable {
  id: string;
  hidden?: boolean;
  always?: boolean;
}

interface Look {
  columns: string[] | null;
  dense: boolean;
}

const DEFAULT: Look = { columns: null, dense: false };

/** The visible columns and the density of a list, stored on this device per user. */
export function useTableLook<C extends Choosable>(name: string, columns: readonly C[]) {
  const { me } = useViewer();
  const [stored, store] = useLocalStorage<Look>({
    key: `hansom.table.${name}.${me?.id ?? 0}`,
    defaultValue: DEFAULT,
    getInitialValueInEffect: false,
  });
  const choosable = columns.filter(({ always }) => !always);
  const wanted = Array.isArray(stored.columns) ? stored.columns : [];
  // A stored column may not exist here any more.
  const valid = choosable.filter(({ id }) => wanted.includes(id));
  const visible = valid.length > 0 ? valid : choosable.filter(({ hidden }) => !hidden);
  const chosen = new Set(visible.map(({ id }) => id));
  const chooseAll = (ids: string[] | null) => store({ ...stored, columns: ids });
  return {
    shown: columns.filter(({ id, always }) => always || chosen.has(id)),
    chosen,
    dense: stored.dense === true,
    setDense: (dense: boolean) => store({ ...stored, dense }),
    chooseAll,
    choose: (id: string, on: boolean) => {
      const next = new Set(chosen);
      if (on) next.add(id);
      else next.delete(id);
      // A table has at least one column.
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
