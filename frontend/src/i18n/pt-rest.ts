import announcements from "./pt/announcements.json";
import audit from "./pt/audit.json";
import auth from "./pt/auth.json";
import booking from "./pt/booking.json";
import bookings from "./pt/bookings.json";
import calendar from "./pt/calendar.json";
import cartypes from "./pt/cartypes.json";
import chat from "./pt/chat.json";
import dashboard from "./pt/dashboard.json";
import driver from "./pt/driver.json";
import errors from "./pt/errors.json";
import fare from "./pt/fare.json";
import history from "./pt/history.json";
import inbox from "./pt/inbox.json";
import languages from "./pt/languages.json";
import office from "./pt/office.json";
import pages from "./pt/pages.json";
import payouts from "./pt/payouts.json";
import people from "./pt/people.json";
import profile from "./pt/profile.json";
import promos from "./pt/promos.json";
import reasons from "./pt/reasons.json";
import receipt from "./pt/receipt.json";
import register from "./pt/register.json";
import reports from "./pt/reports.json";
import safety from "./pt/safety.json";
import settings from "./pt/settings.json";
import transactions from "./pt/transactions.json";
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
