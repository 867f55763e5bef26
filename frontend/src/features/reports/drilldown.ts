/** The settled bookings of the period that a figure links to. */
export type BookingFilter = "all" | "paid" | "cancelled";

const STATUS: Record<BookingFilter, string> = {
  all: "",
  paid: "PAID,COMPLETE",
  cancelled: "CANCELLED",
};

export function bookingsLink(
  { since, until }: { since: string; until: string },
  which: BookingFilter,
  driver?: number,
): string {
  const search = new URLSearchParams({ settled_from: since, settled_to: until });
  if (STATUS[which]) search.set("status", STATUS[which]);
  if (driver !== undefined) search.set("driver", String(driver));
  return `/bookings?${search.toString().replaceAll("%2C", ",")}`;
}
