import { useThrottledCallback } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import {
  boardKey,
  boardQuery,
  deskDriversKey,
  deskDriversQuery,
  driversOf,
  jobsOf,
  MAX_IDS,
} from "@/api/desk";
import type { Board, BoardJob, DeskDriver } from "@/api/types";
import { useFleet } from "@/realtime/fleet";
import { useTopic } from "@/realtime/hooks";

/** Lanes also change by time alone, and a silent driver sends no event. */
const POLL_MS = 30_000;
const PATCH_EVERY_MS = 1_000;
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

/** Returns the drivers after some of them were read again; null if one is new and its place is unknown. */
export function patchedDrivers(
  drivers: readonly DeskDriver[],
  read: readonly number[],
  found: readonly DeskDriver[],
): DeskDriver[] | null {
  const fresh = new Map(found.map((driver) => [driver.id, driver]));
  const gone = new Set(read);
  const kept = drivers.flatMap((driver) => {
    const next = fresh.get(driver.id) ?? (gone.has(driver.id) ? undefined : driver);
    fresh.delete(driver.id);
    return next ? [next] : [];
  });
  return fresh.size > 0 ? null : kept;
}

/** Returns the drivers that have or were offered one of the jobs. */
function driversWith(jobs: readonly BoardJob[], ids: readonly number[]): number[] {
  const wanted = new Set(ids);
  return jobs
    .filter(({ id }) => wanted.has(id))
    .flatMap(({ driver, offered_to }) => [...(driver ? [driver] : []), ...offered_to])
    .map(({ id }) => id);
}

/** The drivers of the board; `refetch` reads those that have changed, at most every three seconds. */
function useDrivers() {
  const client = useQueryClient();
  const drivers = useQuery({ ...deskDriversQuery(), refetchInterval: POLL_MS });
  const changed = useRef(new Set<number>());
  const all = useRef(false);

  const read = useThrottledCallback(async () => {
    const ids = [...changed.current];
    const whole = all.current || ids.length > MAX_IDS;
    changed.current.clear();
    all.current = false;
    const refetchAll = () => void client.invalidateQueries({ queryKey: deskDriversKey });
    // A list that is already on its way may be older than the event.
    if (whole || client.isFetching({ queryKey: deskDriversKey, exact: true }) > 0)
      return refetchAll();
    if (ids.length === 0) return;
    try {
      const { results } = await driversOf(ids);
      const key = deskDriversQuery().queryKey;
      const before = client.getQueryData(key);
      const after = before && patchedDrivers(before.results, ids, results);
      if (after) client.setQueryData(key, { ...before, results: after });
      else refetchAll();
    } catch {
      refetchAll();
    }
  }, DRIVERS_EVERY_MS);

  const refetch = (ids?: readonly number[]) => {
    if (!ids) all.current = true;
    for (const id of ids ?? []) changed.current.add(id);
    void read();
  };
  return { drivers, refetch };
}

/** The live board: an event reads its booking again, and afterwards the drivers of the booking. */
export function useBoard() {
  const client = useQueryClient();
  const board = useQuery({ ...boardQuery(), refetchInterval: POLL_MS });
  const { drivers, refetch: refetchDrivers } = useDrivers();
  const changed = useRef(new Set<number>());

  const refetchAll = () => {
    changed.current.clear();
    void client.invalidateQueries({ queryKey: boardKey });
  };
  const patch = useThrottledCallback(async () => {
    const ids = [...changed.current];
    changed.current.clear();
    if (ids.length === 0) return;
    // A page that is already on its way may be older than the event.
    if (ids.length > MAX_IDS || client.isFetching({ queryKey: boardKey }) > 0) {
      refetchDrivers();
      return refetchAll();
    }
    try {
      const { jobs } = await jobsOf(ids);
      const before = client.getQueryData<Board>(boardKey)?.jobs ?? [];
      refetchDrivers([...driversWith(before, ids), ...driversWith(jobs, ids)]);
      client.setQueryData<Board>(
        boardKey,
        (before) => before && { ...before, jobs: patched(before.jobs, ids, jobs) },
      );
    } catch {
      refetchAll();
      refetchDrivers();
    }
  }, PATCH_EVERY_MS);

  useTopic("bookings", {
    onEvent: (event) => {
      if (event.type !== "booking.created" && event.type !== "booking.changed") return;
      changed.current.add(event.data.id);
      void patch();
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
