import booking from "./fr/booking.json";
import errors from "./fr/errors.json";
import fare from "./fr/fare.json";

/** The texts of the booking form that the first page does not have. */
export const form = { ...booking, ...errors, ...fare };
