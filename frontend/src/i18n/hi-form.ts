import booking from "./hi/booking.json";
import errors from "./hi/errors.json";
import fare from "./hi/fare.json";

/** What the booking form says besides what the first page says. */
export const form = { ...booking, ...errors, ...fare };
