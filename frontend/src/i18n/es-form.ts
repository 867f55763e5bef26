import booking from "./es/booking.json";
import errors from "./es/errors.json";
import fare from "./es/fare.json";

/** What the booking form says besides what the first page says. */
export const form = { ...booking, ...errors, ...fare };
