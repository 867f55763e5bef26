import announcements from "./es/announcements.json";
import audit from "./es/audit.json";
import auth from "./es/auth.json";
import booking from "./es/booking.json";
import bookings from "./es/bookings.json";
import calendar from "./es/calendar.json";
import cartypes from "./es/cartypes.json";
import chat from "./es/chat.json";
import dashboard from "./es/dashboard.json";
import driver from "./es/driver.json";
import errors from "./es/errors.json";
import fare from "./es/fare.json";
import history from "./es/history.json";
import inbox from "./es/inbox.json";
import languages from "./es/languages.json";
import office from "./es/office.json";
import pages from "./es/pages.json";
import payouts from "./es/payouts.json";
import people from "./es/people.json";
import profile from "./es/profile.json";
import promos from "./es/promos.json";
import reasons from "./es/reasons.json";
import receipt from "./es/receipt.json";
import register from "./es/register.json";
import reports from "./es/reports.json";
import safety from "./es/safety.json";
import settings from "./es/settings.json";
import transactions from "./es/transactions.json";
import trip from "./es/trip.json";
import wallet from "./es/wallet.json";

/** The Spanish of every page behind the first; loaded with the first lazy page. */
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
