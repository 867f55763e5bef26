import booking from "./fr/booking.json";
import errors from "./fr/errors.json";
import fare from "./fr/fare.json";

/** What the booking form says besides what the first page says. */
export const form = { ...booking, ...errors, ...fare };
