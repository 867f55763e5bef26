import booking from "./ar/booking.json";
import errors from "./ar/errors.json";
import fare from "./ar/fare.json";

/** The booking form's texts beyond those of the first page. */
export const form = { ...booking, ...errors, ...fare };
