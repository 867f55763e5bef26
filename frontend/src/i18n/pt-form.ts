import booking from "./pt/booking.json";
import errors from "./pt/errors.json";
import fare from "./pt/fare.json";

/** The texts of the booking form that the first page does not have. */
export const form = { ...booking, ...errors, ...fare };
