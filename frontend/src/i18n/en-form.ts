import booking from "./en/booking.json";
import errors from "./en/errors.json";
import fare from "./en/fare.json";

/** The texts of the booking form that the first page lacks, and of the refusals it can show; refusals.json has the others. */
export const form = { ...booking, ...errors, ...fare };
