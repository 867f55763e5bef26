import booking from "./es/booking.json";
import errors from "./es/errors.json";
import fare from "./es/fare.json";

/** The texts of the booking form that the first page does not have. */
export const form = { ...booking, ...errors, ...fare };
