import announcements from "./fr/announcements.json";
import audit from "./fr/audit.json";
import auth from "./fr/auth.json";
import booking from "./fr/booking.json";
import bookings from "./fr/bookings.json";
import calendar from "./fr/calendar.json";
import cartypes from "./fr/cartypes.json";
import chat from "./fr/chat.json";
import dashboard from "./fr/dashboard.json";
import driver from "./fr/driver.json";
import errors from "./fr/errors.json";
import fare from "./fr/fare.json";
import history from "./fr/history.json";
import inbox from "./fr/inbox.json";
import languages from "./fr/languages.json";
import office from "./fr/office.json";
import pages from "./fr/pages.json";
import payouts from "./fr/payouts.json";
import people from "./fr/people.json";
import profile from "./fr/profile.json";
import promos from "./fr/promos.json";
import reasons from "./fr/reasons.json";
import receipt from "./fr/receipt.json";
import register from "./fr/register.json";
import reports from "./fr/reports.json";
import safety from "./fr/safety.json";
import settings from "./fr/settings.json";
import transactions from "./fr/transactions.json";
import trip from "./fr/trip.json";
import wallet from "./fr/wallet.json";

/** The French of every page behind the first; loaded with the first lazy page. */
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
  ...office,
  ...people,
  ...settings,
  ...languages,
  ...cartypes,
  ...promos,
  ...reasons,
  ...announcements,
  ...reports,
  ...audit,
  ...transactions,
};
