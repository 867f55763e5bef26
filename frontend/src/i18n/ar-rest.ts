import announcements from "./ar/announcements.json";
import audit from "./ar/audit.json";
import auth from "./ar/auth.json";
import booking from "./ar/booking.json";
import bookings from "./ar/bookings.json";
import calendar from "./ar/calendar.json";
import cartypes from "./ar/cartypes.json";
import chat from "./ar/chat.json";
import dashboard from "./ar/dashboard.json";
import driver from "./ar/driver.json";
import errors from "./ar/errors.json";
import fare from "./ar/fare.json";
import history from "./ar/history.json";
import inbox from "./ar/inbox.json";
import languages from "./ar/languages.json";
import office from "./ar/office.json";
import pages from "./ar/pages.json";
import payouts from "./ar/payouts.json";
import people from "./ar/people.json";
import profile from "./ar/profile.json";
import promos from "./ar/promos.json";
import reasons from "./ar/reasons.json";
import receipt from "./ar/receipt.json";
import register from "./ar/register.json";
import reports from "./ar/reports.json";
import safety from "./ar/safety.json";
import settings from "./ar/settings.json";
import transactions from "./ar/transactions.json";
import trip from "./ar/trip.json";
import wallet from "./ar/wallet.json";

/** The Arabic of every page behind the first; loaded with the first lazy page. */
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
