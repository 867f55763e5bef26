import { useLocalStorage } from "@mantine/hooks";
import { useMemo } from "react";
import { useViewer } from "@/api/session";
import { LANES, type Lane } from "./lanes";

interface Stored {
  hidden: Lane[];
  dense: boolean;
  aside: boolean;
  /** The layer of demand by area, and its table. */
  demand: boolean;
}

const DEFAULT: Stored = { hidden: [], dense: false, aside: true, demand: false };

/** The visible lanes, the density, the map's place and its layer, stored on this device per user. */
export function useDeskLook() {
  const { me } = useViewer();
  const [stored, store] = useLocalStorage<Partial<Stored>>({
    key: `hansom.desk.${me?.id ?? 0}`,
    defaultValue: DEFAULT,
    getInitialValueInEffect: false,
  });
  const look = useMemo(() => ({ ...DEFAULT, ...stored }), [stored]);
  const lanes = useMemo(() => {
    const shown = LANES.filter((lane) => !look.hidden.includes(lane));
    // A board has at least one lane.
    return shown.length > 0 ? shown : LANES;
  }, [look]);
  return {
    ...look,
    lanes,
    show: (lane: Lane, on: boolean) =>
      store({
        ...look,
        hidden: on ? look.hidden.filter((one) => one !== lane) : [...look.hidden, lane],
      }),
    change: (more: Partial<Omit<Stored, "hidden">>) => store({ ...look, ...more }),
  };
}

export type DeskLook = ReturnType<typeof useDeskLook>;
