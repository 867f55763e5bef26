/** What a notice points at: the documents' name of a screen, and what to show on it. */
export interface NoticeTarget {
  screen: string;
  data: Record<string, unknown>;
}

function bookingPage(data: Record<string, unknown>): string {
  const id = Number(data.booking_id);
  return Number.isSafeInteger(id) && id > 0 ? `/bookings/${id}` : "/bookings";
}

/** The page that a notice opens, in the window and out of a push alike; always one of ours. */
export function pageOfNotice({ screen, data }: NoticeTarget): string {
  switch (screen) {
    case "BookingCab":
    case "BookedCab":
    case "onlineChat":
      return bookingPage(data);
    case "DriverTrips":
      return "/bookings";
    case "wallet":
      return "/profile";
    default:
      return "/";
  }
}
