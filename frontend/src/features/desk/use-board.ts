import { useThrottledCallback } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import {
  boardKey,
  boardQuery,
  deskDriversKey,
  deskDriversQuery,
  jobsOf,
  MAX_IDS,
} from "@/api/desk";
import type { Board, BoardJob } from "@/api/types";
import { useFleet } from "@/realtime/fleet";
import { useTopic } from "@/realtime/hooks";

/** Lanes also change by time alone, and a silent driver sends no event. */
const POLL_MS = 30_000;
const PATCH_EVERY_MS = 400;
const DRIVERS_EVERY_MS = 3_000;

/** Returns the jobs after some of them were read again; a missing one has left the board. */
export function patched(
  jobs: readonly BoardJob[],
  read: readonly number[],
  found: readonly BoardJob[],
): BoardJob[] {
  const fresh = new Map(found.map((job) => [job.id, job]));
  const gone = new Set(read);
  const kept = jobs.flatMap((job) => {
    const next = fresh.get(job.id);
    fresh.delete(job.id);
    if (next) return [next.version < job.version ? job : next];
    return gone.has(job.id) ? [] : [job];
  });
  return [...fresh.values(), ...kept];
}

/** The live board: an event reads its booking again, and the drivers at most every three seconds. */
export function useBoard() {
  const client = useQueryClient();
  const board = useQuery({ ...boardQuery(), refetchInterval: POLL_MS });
  const drivers = useQuery({ ...deskDriversQuery(), refetchInterval: POLL_MS });
  const changed = useRef(new Set<number>());

  const refetchAll = () => {
    changed.current.clear();
    void client.invalidateQueries({ queryKey: boardKey });
  };
  const refetchDrivers = useThrottledCallback(
    () => void client.invalidateQueries({ queryKey: deskDriversKey }),
    DRIVERS_EVERY_MS,
  );
  const patch = useThrottledCallback(async () => {
    const ids = [...changed.current];
    changed.current.clear();
    if (ids.length === 0) return;
    // A page that is already on its way may be older than the event.
    if (ids.length > MAX_IDS || client.isFetching({ queryKey: boardKey }) > 0) return refetchAll();
    try {
      const { jobs } = await jobsOf(ids);
      client.setQueryData<Board>(
        boardKey,
        (before) => before && { ...before, jobs: patched(before.jobs, ids, jobs) },
      );
    } catch {
      refetchAll();
    }
  }, PATCH_EVERY_MS);

  useTopic("bookings", {
    onEvent: (event) => {
      if (event.type !== "booking.created" && event.type !== "booking.changed") return;
      changed.current.add(event.data.id);
      void patch();
      refetchDrivers();
    },
    onRefetch: () => {
      refetchAll();
      refetchDrivers();
    },
  });
  const online = useMemo(
    () => drivers.data?.filter(({ state }) => state !== "offline"),
    [drivers.data],
  );
  const fleet = useFleet(online, refetchDrivers);
  return { board, drivers, fleet };
}
