import booking from "./zh/booking.json";
import errors from "./zh/errors.json";
import fare from "./zh/fare.json";

/** The texts of the booking form that the first page does not have. */
export const form = { ...booking, ...errors, ...fare };
