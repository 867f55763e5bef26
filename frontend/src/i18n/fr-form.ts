import booking from "./fr/booking.json";
import errors from "./fr/errors.json";
import fare from "./fr/fare.json";

/** The booking form's texts beyond those of the first page. */
export const form = { ...booking, ...errors, ...fare };
