import booking from "./en/booking.json";
import errors from "./en/errors.json";
import fare from "./en/fare.json";

/** What the booking form says besides what the first page says. */
export const form = { ...booking, ...errors, ...fare };
