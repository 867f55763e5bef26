import { readFileSync } from "node:fs";
import { PERMITTED } from "../../src/app/routes.ts";

export const ROLES = ["rider", "driver", "fleetadmin", "admin"] as const;
export type Role = (typeof ROLES)[number];
type Page = string | Partial<Record<Role, string>>;

/** The modules of all logged-in users, and those of staff. */
export const OWN = ["app/session-live", "shell/own-tools", "i18n/en-form", "i18n/en-rest"];
export const STAFF = ["shell/admin-shell", "app/admin-route"];

/** The modules of each public page. */
export const VISITORS: Record<string, readonly string[]> = {
  "/": ["app/book-here", "i18n/en-form"],
  "/login": ["app/login-route"],
  "/register": ["app/register-route"],
  "/reset-password": ["app/link-routes"],
  "/verify-email": ["app/link-routes"],
  "/trip/:token": ["app/link-routes", "shared-trip/trip-link-page"],
  "/about-us": ["pages/about-page"],
  "/privacy-policy": ["pages/privacy-page"],
};

const LISTS = "bookings/bookings-page";
const RECORD = "app/ride-record";
/** The module of each other page, by role; admin-pages.ts declares those of the back office. */
const GUARDED: Record<string, Page> = {
  "/bookings": { rider: LISTS, driver: "app/driver-work", fleetadmin: LISTS, admin: LISTS },
  "/bookings/history": LISTS,
  "/bookings/calendar": "bookings/calendar-page",
  "/bookings/:id": { rider: "app/rider-ride", driver: RECORD, fleetadmin: RECORD, admin: RECORD },
  "/bookings/:id/receipt": "receipt/receipt-page",
  "/profile": "profile/profile-page",
  "/wallet": "wallet/wallet-page",
  "/payments/:ref": "wallet/payment-page",
  "/payments/test/:ref": "wallet/test-gateway-page",
  "/statements": "statements/statements-page",
};
/** The maps of the first views. */
export const BESIDE: Record<string, string> = {
  "app/driver-work": "driver/driver-map",
  "app/rider-ride": "trip/trip-map",
  "features/dashboard/dashboard-page": "dashboard/fleet-map",
};

/** Returns the pages behind the login that a role may open, each with its module. */
export function pagesOf(role: Role): [path: string, module: string][] {
  return Object.entries({ ...GUARDED, ...adminPages() }).flatMap(([path, page]) => {
    const module = typeof page === "string" ? page : page[role];
    return module && permittedOn(path).includes(role) ? [[path, module]] : [];
  });
}

function permittedOn(path: string): readonly Role[] {
  const table: Partial<Record<string, readonly Role[]>> = PERMITTED;
  return table[path] ?? table[`/${path.split("/")[1]}`] ?? PERMITTED["/payments/:ref"];
}

function adminPages(): Record<string, string> {
  const table = readFileSync(new URL("../../src/app/admin-pages.ts", import.meta.url), "utf8");
  const pages = table.matchAll(/^ {2}"(\/[^"]+)": \{\n([\s\S]*?)^ {2}\},$/gm);
  return Object.fromEntries(
    [...pages].flatMap(([, path = "", page = ""]) => {
      const module = /import\("(?:@|\.)\/([^"]+)"\)/.exec(page)?.[1];
      return module ? [[path, module.startsWith("features/") ? module : `app/${module}`]] : [];
    }),
  );
}
