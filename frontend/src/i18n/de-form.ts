import booking from "./de/booking.json";
import errors from "./de/errors.json";
import fare from "./de/fare.json";

/** What the booking form says besides what the first page says. */
export const form = { ...booking, ...errors, ...fare };
