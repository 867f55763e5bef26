import booking from "./hi/booking.json";
import errors from "./hi/errors.json";
import fare from "./hi/fare.json";

/** The texts of the booking form that the first page does not have. */
export const form = { ...booking, ...errors, ...fare };
