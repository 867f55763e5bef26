/** The next Monday and Friday, Saturday night and Sunday, as local times: a quiet and a busy hour of each kind. */
const MOMENTS = [
  { id: "day", weekday: 1, time: "10:00" },
  { id: "rush", weekday: 5, time: "17:30" },
  { id: "night", weekday: 6, time: "23:30" },
  { id: "sunday", weekday: 0, time: "12:00" },
] as const;

const DAY_MS = 86_400_000;

export function gridTimes(now: Date): { id: string; at: string }[] {
  return MOMENTS.map(({ id, weekday, time }) => {
    const ahead = (weekday - now.getUTCDay() + 7) % 7 || 7;
    const day = new Date(now.getTime() + ahead * DAY_MS);
    return { id, at: `${day.toISOString().slice(0, 10)}T${time}` };
  });
}
