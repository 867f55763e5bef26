import type { BoardJob } from "@/api/types";

export type Lane = BoardJob["lane"];

/** The lanes in the order of the board: trouble first, then the order of a trip. */
export const LANES = [
  "late",
  "waiting",
  "offered",
  "on_the_way",
  "arrived",
  "on_board",
  "unpaid",
  "scheduled",
] as const satisfies readonly Lane[];

export type Columns = ReadonlyMap<Lane, readonly BoardJob[]>;

/** The text that the filter searches. */
const textOf = (job: BoardJob) =>
  [
    job.reference,
    job.customer_name,
    job.pickup.add,
    job.drop_add,
    job.car_type,
    job.driver?.name,
    job.driver?.vehicle_number,
    ...job.offered_to.map(({ name }) => name),
  ]
    .join(" ")
    .toLocaleLowerCase();

const dueOf = ({ late_at }: BoardJob) => (late_at ? Date.parse(late_at) : Number.POSITIVE_INFINITY);

/** Returns the jobs of the visible lanes that contain every word of the filter, the next to be late first. */
export function columnsOf(
  jobs: readonly BoardJob[],
  lanes: readonly Lane[],
  filter: string,
): Columns {
  const words = filter.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const columns = new Map<Lane, BoardJob[]>(lanes.map((lane) => [lane, []]));
  for (const job of jobs) {
    const column = columns.get(job.lane);
    if (!column) continue;
    if (words.length > 0) {
      const text = textOf(job);
      if (!words.every((word) => text.includes(word))) continue;
    }
    column.push(job);
  }
  for (const column of columns.values()) {
    const due = new Map(column.map((job) => [job.id, dueOf(job)]));
    column.sort((a, b) => {
      const [one = 0, other = 0] = [due.get(a.id), due.get(b.id)];
      return one === other ? a.id - b.id : one - other;
    });
  }
  return columns;
}

/** A place on the board. */
export interface Place {
  lane: Lane;
  index: number;
}

export function placeOf(columns: Columns, id: number | null): Place | null {
  if (id === null) return null;
  for (const [lane, jobs] of columns) {
    const index = jobs.findIndex((job) => job.id === id);
    if (index >= 0) return { lane, index };
  }
  return null;
}

export type Step = "up" | "down" | "previous" | "next" | "first" | "last";

const clamp = (index: number, count: number) => Math.max(0, Math.min(index, count - 1));

/**
 * Returns the job one step from a place, or the first job of the board without a place. Steps between lanes
 * skip empty ones and keep the height in the lane.
 */
export function jobAfter(columns: Columns, from: Place | null, step: Step): number | null {
  const filled = [...columns].filter(([, jobs]) => jobs.length > 0);
  const [start] = filled;
  if (!start) return null;
  const at = from ? filled.findIndex(([lane]) => lane === from.lane) : -1;
  const current = filled[at];
  if (!from || !current) return start[1][0]?.id ?? null;
  const sideways = step === "previous" || step === "next";
  const [, jobs] = sideways
    ? (filled[clamp(at + (step === "next" ? 1 : -1), filled.length)] ?? current)
    : current;
  const index = {
    up: from.index - 1,
    down: from.index + 1,
    first: 0,
    last: jobs.length - 1,
    previous: from.index,
    next: from.index,
  }[step];
  return jobs[clamp(index, jobs.length)]?.id ?? null;
}

/** Returns the job to select when the selected one has left the board: the next one of its lane. */
export function successorOf(columns: Columns, { lane, index }: Place): number | null {
  const jobs = columns.get(lane) ?? [];
  return jobs[clamp(index, jobs.length)]?.id ?? null;
}
