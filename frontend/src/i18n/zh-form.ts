import booking from "./zh/booking.json";
import errors from "./zh/errors.json";
import fare from "./zh/fare.json";

/** What the booking form says besides what the first page says. */
export const form = { ...booking, ...errors, ...fare };
