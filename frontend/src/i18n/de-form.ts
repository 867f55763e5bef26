import booking from "./de/booking.json";
import errors from "./de/errors.json";
import fare from "./de/fare.json";

/** The texts of the booking form that the first page does not have. */
export const form = { ...booking, ...errors, ...fare };
