import auth from "./en/auth.json";
import booking from "./en/booking.json";
import bookings from "./en/bookings.json";
import calendar from "./en/calendar.json";
import chat from "./en/chat.json";
import dashboard from "./en/dashboard.json";
import driver from "./en/driver.json";
import errors from "./en/errors.json";
import fare from "./en/fare.json";
import history from "./en/history.json";
import inbox from "./en/inbox.json";
import pages from "./en/pages.json";
import payouts from "./en/payouts.json";
import profile from "./en/profile.json";
import receipt from "./en/receipt.json";
import register from "./en/register.json";
import safety from "./en/safety.json";
import trip from "./en/trip.json";
import wallet from "./en/wallet.json";

/** The English of every page behind the first; loaded with the first lazy page. */
export const rest = {
  ...auth,
  ...booking,
  ...bookings,
  ...calendar,
  ...chat,
  ...dashboard,
  ...driver,
  ...errors,
  ...fare,
  ...history,
  ...inbox,
  ...pages,
  ...payouts,
  ...profile,
  ...receipt,
  ...register,
  ...safety,
  ...trip,
  ...wallet,
};
