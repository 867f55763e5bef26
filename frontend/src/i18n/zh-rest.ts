import announcements from "./zh/announcements.json";
import audit from "./zh/audit.json";
import auth from "./zh/auth.json";
import booking from "./zh/booking.json";
import bookings from "./zh/bookings.json";
import calendar from "./zh/calendar.json";
import cartypes from "./zh/cartypes.json";
import chat from "./zh/chat.json";
import dashboard from "./zh/dashboard.json";
import driver from "./zh/driver.json";
import errors from "./zh/errors.json";
import fare from "./zh/fare.json";
import history from "./zh/history.json";
import inbox from "./zh/inbox.json";
import languages from "./zh/languages.json";
import office from "./zh/office.json";
import pages from "./zh/pages.json";
import payouts from "./zh/payouts.json";
import people from "./zh/people.json";
import profile from "./zh/profile.json";
import promos from "./zh/promos.json";
import reasons from "./zh/reasons.json";
import receipt from "./zh/receipt.json";
import register from "./zh/register.json";
import reports from "./zh/reports.json";
import safety from "./zh/safety.json";
import settings from "./zh/settings.json";
import transactions from "./zh/transactions.json";
import trip from "./zh/trip.json";
import wallet from "./zh/wallet.json";

/** The Chinese of every page behind the first; loaded with the first lazy page. */
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
