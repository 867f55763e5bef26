import booking from "./ar/booking.json";
import errors from "./ar/errors.json";
import fare from "./ar/fare.json";

/** What the booking form says besides what the first page says. */
export const form = { ...booking, ...errors, ...fare };
