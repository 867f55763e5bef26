import announcements from "./en/announcements.json";
import approvals from "./en/approvals.json";
import audit from "./en/audit.json";
import auth from "./en/auth.json";
import bookings from "./en/bookings.json";
import calendar from "./en/calendar.json";
import cartypes from "./en/cartypes.json";
import cases from "./en/cases.json";
import chat from "./en/chat.json";
import dashboard from "./en/dashboard.json";
import dates from "./en/dates.json";
import desk from "./en/desk.json";
import driver from "./en/driver.json";
import fleet from "./en/fleet.json";
import guest from "./en/guest.json";
import history from "./en/history.json";
import inbox from "./en/inbox.json";
import inspection from "./en/inspection.json";
import languages from "./en/languages.json";
import notes from "./en/notes.json";
import office from "./en/office.json";
import pages from "./en/pages.json";
import payouts from "./en/payouts.json";
import people from "./en/people.json";
import profile from "./en/profile.json";
import promos from "./en/promos.json";
import reasons from "./en/reasons.json";
import receipt from "./en/receipt.json";
import refusals from "./en/refusals.json";
import register from "./en/register.json";
import reports from "./en/reports.json";
import safety from "./en/safety.json";
import settings from "./en/settings.json";
import setup from "./en/setup.json";
import statement from "./en/statement.json";
import system from "./en/system.json";
import tariffs from "./en/tariffs.json";
import terms from "./en/terms.json";
import transactions from "./en/transactions.json";
import trip from "./en/trip.json";
import wallet from "./en/wallet.json";

/** The English texts of all pages except the home page; loaded with the first of those pages. */
export const rest = {
  ...auth,
  ...bookings,
  ...calendar,
  ...chat,
  ...dashboard,
  ...dates,
  ...desk,
  ...driver,
  ...guest,
  ...history,
  ...inbox,
  ...pages,
  ...payouts,
  ...profile,
  ...receipt,
  ...refusals,
  ...register,
  ...inspection,
  ...safety,
  ...trip,
  ...wallet,
  ...statement,
  ...notes,
  ...office,
  ...people,
  ...fleet,
  ...settings,
  ...languages,
  ...cartypes,
  ...approvals,
  ...cases,
  ...promos,
  ...reasons,
  ...announcements,
  ...reports,
  ...audit,
  ...tariffs,
  ...terms,
  ...transactions,
  ...setup,
  ...system,
};
