import announcements from "./hi/announcements.json";
import audit from "./hi/audit.json";
import auth from "./hi/auth.json";
import booking from "./hi/booking.json";
import bookings from "./hi/bookings.json";
import calendar from "./hi/calendar.json";
import cartypes from "./hi/cartypes.json";
import chat from "./hi/chat.json";
import dashboard from "./hi/dashboard.json";
import driver from "./hi/driver.json";
import errors from "./hi/errors.json";
import fare from "./hi/fare.json";
import history from "./hi/history.json";
import inbox from "./hi/inbox.json";
import languages from "./hi/languages.json";
import office from "./hi/office.json";
import pages from "./hi/pages.json";
import payouts from "./hi/payouts.json";
import people from "./hi/people.json";
import profile from "./hi/profile.json";
import promos from "./hi/promos.json";
import reasons from "./hi/reasons.json";
import receipt from "./hi/receipt.json";
import register from "./hi/register.json";
import reports from "./hi/reports.json";
import safety from "./hi/safety.json";
import settings from "./hi/settings.json";
import transactions from "./hi/transactions.json";
import trip from "./hi/trip.json";
import wallet from "./hi/wallet.json";

/** The Hindi of every page behind the first; loaded with the first lazy page. */
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
