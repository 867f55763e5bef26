const FIRST_WORDS = 90;

/** As much of a notice as is read in passing: whole words, and that there are more. */
export function firstWords(text: string): string {
  if (text.length <= FIRST_WORDS) return text;
  const cut = text.slice(0, FIRST_WORDS);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), FIRST_WORDS / 2)).trimEnd()}…`;
}

interface Notice {
  screen: string;
  data: Record<string, unknown>;
}

/** True where the open page shows the same already: an offer on the console, a move of the trip in view. */
export function isToldByPage(pathname: string, { screen, data }: Notice): boolean {
  // Who has the chat open has read the message, and no notice of it comes.
  if (screen === "onlineChat") return false;
  if (screen === "DriverTrips") return pathname === "/bookings";
  return pathname === `/bookings/${String(data.booking_id)}`;
}
