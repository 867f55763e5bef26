import announcements from "./de/announcements.json";
import audit from "./de/audit.json";
import auth from "./de/auth.json";
import booking from "./de/booking.json";
import bookings from "./de/bookings.json";
import calendar from "./de/calendar.json";
import cartypes from "./de/cartypes.json";
import chat from "./de/chat.json";
import dashboard from "./de/dashboard.json";
import driver from "./de/driver.json";
import errors from "./de/errors.json";
import fare from "./de/fare.json";
import history from "./de/history.json";
import inbox from "./de/inbox.json";
import languages from "./de/languages.json";
import office from "./de/office.json";
import pages from "./de/pages.json";
import payouts from "./de/payouts.json";
import people from "./de/people.json";
import profile from "./de/profile.json";
import promos from "./de/promos.json";
import reasons from "./de/reasons.json";
import receipt from "./de/receipt.json";
import register from "./de/register.json";
import reports from "./de/reports.json";
import safety from "./de/safety.json";
import settings from "./de/settings.json";
import transactions from "./de/transactions.json";
import trip from "./de/trip.json";
import wallet from "./de/wallet.json";

/** The German of every page behind the first; loaded with the first lazy page. */
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
