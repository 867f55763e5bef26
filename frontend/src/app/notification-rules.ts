const MAX_LENGTH = 90;

/** Truncates a text at a word boundary and adds an ellipsis. */
export function truncateText(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const cut = text.slice(0, MAX_LENGTH);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), MAX_LENGTH / 2)).trimEnd()}…`;
}

interface Notification {
  screen: string;
  data: Record<string, unknown>;
}

/**
 * Returns whether the open page already shows the notification's content: an offer on the console, or a
 * change of the open trip.
 */
export function isAlreadyVisible(pathname: string, { screen, data }: Notification): boolean {
  // The server sends no notification for a message that is read in the open chat.
  if (screen === "onlineChat") return false;
  if (screen === "DriverTrips") return pathname === "/bookings";
  return pathname === `/bookings/${String(data.booking_id)}`;
}
