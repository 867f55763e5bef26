import booking from "./hi/booking.json";
import errors from "./hi/errors.json";
import fare from "./hi/fare.json";

/** The booking form's texts beyond those of the first page. */
export const form = { ...booking, ...errors, ...fare };
