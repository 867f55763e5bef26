import auth from "./pt/auth.json";
import booking from "./pt/booking.json";
import bookings from "./pt/bookings.json";
import calendar from "./pt/calendar.json";
import chat from "./pt/chat.json";
import dashboard from "./pt/dashboard.json";
import driver from "./pt/driver.json";
import errors from "./pt/errors.json";
import fare from "./pt/fare.json";
import history from "./pt/history.json";
import inbox from "./pt/inbox.json";
import pages from "./pt/pages.json";
import payouts from "./pt/payouts.json";
import profile from "./pt/profile.json";
import receipt from "./pt/receipt.json";
import register from "./pt/register.json";
import safety from "./pt/safety.json";
import trip from "./pt/trip.json";
import wallet from "./pt/wallet.json";

/** The Portuguese of every page behind the first; loaded with the first lazy page. */
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
