/** The target of a notification: the specification's name of a screen, and its data. */
export interface NoticeTarget {
  screen: string;
  data: Record<string, unknown>;
}

function bookingPage(data: Record<string, unknown>): string {
  const id = Number(data.booking_id);
  return Number.isSafeInteger(id) && id > 0 ? `/bookings/${id}` : "/bookings";
}

function casePage(data: Record<string, unknown>): string {
  const id = Number(data.number);
  return Number.isSafeInteger(id) && id > 0 ? `/help/${id}` : "/help";
}

function approvalPage(data: Record<string, unknown>): string {
  const id = Number(data.approval_id);
  return Number.isSafeInteger(id) && id > 0 ? `/approvals?approval=${id}` : "/approvals";
}

/** Returns the page that a notification opens, in the app and from a push; always one of this app. */
export function pageOfNotice({ screen, data }: NoticeTarget): string {
  switch (screen) {
    case "BookingCab":
    case "BookedCab":
    case "onlineChat":
      return bookingPage(data);
    case "DriverTrips":
      return "/bookings";
    case "documents":
      return "/profile#documents";
    case "cases":
      return casePage(data);
    case "approvals":
      return approvalPage(data);
    case "wallet":
      return "/profile";
    default:
      return "/";
  }
}
