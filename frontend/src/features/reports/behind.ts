/** Where the bookings behind a number are: those of the list that were settled on its days. */
export type Behind = "all" | "paid" | "cancelled";

const STATUS: Record<Behind, string> = { all: "", paid: "PAID,COMPLETE", cancelled: "CANCELLED" };

export function bookingsBehind(
  { since, until }: { since: string; until: string },
  which: Behind,
  driver?: number,
): string {
  const search = new URLSearchParams({ settled_from: since, settled_to: until });
  if (STATUS[which]) search.set("status", STATUS[which]);
  if (driver !== undefined) search.set("driver", String(driver));
  return `/bookings?${search.toString().replaceAll("%2C", ",")}`;
}
