import booking from "./es/booking.json";
import errors from "./es/errors.json";
import fare from "./es/fare.json";

/** The booking form's texts beyond those of the first page. */
export const form = { ...booking, ...errors, ...fare };
