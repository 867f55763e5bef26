/** Returns the calendar day at a moment in a time zone, as YYYY-MM-DD. */
export function dayIn(zone: string | undefined, at: Date | string = new Date()): string {
  const format = new Intl.DateTimeFormat("en-CA", {
    ...(zone ? { timeZone: zone } : {}),
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return format.format(new Date(at));
}
