import booking from "./ar/booking.json";
import errors from "./ar/errors.json";
import fare from "./ar/fare.json";

/** The texts of the booking form that the first page does not have. */
export const form = { ...booking, ...errors, ...fare };
