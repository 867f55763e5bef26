import booking from "./en/booking.json";
import errors from "./en/errors.json";
import fare from "./en/fare.json";

/** The booking form's texts beyond those of the first page. */
export const form = { ...booking, ...errors, ...fare };
