import booking from "./zh/booking.json";
import errors from "./zh/errors.json";
import fare from "./zh/fare.json";

/** The booking form's texts beyond those of the first page. */
export const form = { ...booking, ...errors, ...fare };
