import type { JobDot } from "./job-dots";

/** Returns the dots to remove and to draw; a dot that moved or became late is in both. */
export function dotChanges(
  drawn: ReadonlyMap<number, { dot: JobDot }>,
  dots: readonly JobDot[],
): { gone: number[]; added: JobDot[] } {
  const wanted = new Map(dots.map((dot) => [dot.id, dot]));
  const same = (id: number, { at, late }: JobDot) => {
    const before = drawn.get(id)?.dot;
    return before?.at.lat === at.lat && before.at.lng === at.lng && before.late === late;
  };
  return {
    gone: [...drawn.keys()].filter((id) => {
      const dot = wanted.get(id);
      return !dot || !same(id, dot);
    }),
    added: dots.filter((dot) => !same(dot.id, dot)),
  };
}
