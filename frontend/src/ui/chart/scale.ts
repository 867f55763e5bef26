/** Returns four or five round numbers from zero to the maximum. */
export function ticksTo(most: number): number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    [1, 2, 2.5, 5, 10].map((part) => part * power).find((part) => part >= rough) ?? rough;
  const ticks = [0];
  while ((ticks.at(-1) ?? 0) < most) ticks.push(ticks.length * step);
  return ticks;
}

/** Returns which labels fit: the last, and every n-th before it. */
export function labelled(count: number, fits: number): (index: number) => boolean {
  const every = Math.max(1, Math.ceil(count / Math.max(1, fits)));
  return (index) => (count - 1 - index) % every === 0;
}
