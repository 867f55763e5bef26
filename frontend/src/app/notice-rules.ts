interface Notice {
  screen: string;
  data: Record<string, unknown>;
}

/** True where the open page shows the same already: an offer on the console, a move of the trip in view. */
export function isToldByPage(pathname: string, { screen, data }: Notice): boolean {
  if (screen === "DriverTrips") return pathname === "/bookings";
  return pathname === `/bookings/${String(data.booking_id)}`;
}
