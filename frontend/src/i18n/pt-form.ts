import booking from "./pt/booking.json";
import errors from "./pt/errors.json";
import fare from "./pt/fare.json";

/** The booking form's texts beyond those of the first page. */
export const form = { ...booking, ...errors, ...fare };
