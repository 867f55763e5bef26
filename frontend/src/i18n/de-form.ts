import booking from "./de/booking.json";
import errors from "./de/errors.json";
import fare from "./de/fare.json";

/** The booking form's texts beyond those of the first page. */
export const form = { ...booking, ...errors, ...fare };
