import booking from "./pt/booking.json";
import errors from "./pt/errors.json";
import fare from "./pt/fare.json";

/** What the booking form says besides what the first page says. */
export const form = { ...booking, ...errors, ...fare };
