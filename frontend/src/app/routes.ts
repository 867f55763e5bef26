import { matchPath, parsePath } from "react-router";
import type { UserType } from "@/api/types";

const everyone: readonly UserType[] = ["rider", "admin", "driver", "fleetadmin"];
const office: readonly UserType[] = ["admin", "fleetadmin"];
const admin: readonly UserType[] = ["admin"];

type Permitted = Record<`/${string}`, readonly UserType[]>;

const PERSONAL = {
  "/bookings": everyone,
  "/profile": everyone,
  "/wallet": ["rider", "driver"],
  /** Not in the specification. */
  "/payments/:ref": ["rider", "driver"],
  "/statements": ["driver"],
} as const satisfies Permitted;

/** The routes of the back office; the last four are not in the specification. */
const OFFICE = {
  "/dashboard": office,
  "/drivers": office,
  "/driverearning": office,
  "/addbookings": admin,
  "/cartypes": admin,
  "/cancelreasons": admin,
  "/promos": admin,
  "/riders": admin,
  "/alladmin": admin,
  "/fleetadmins": admin,
  "/notifications": admin,
  "/earningreports": admin,
  "/addtowallet": admin,
  "/withdraws": admin,
  "/settings": admin,
  "/appinfo": admin,
  "/languagesetting": admin,
  "/people": office,
  "/audit": admin,
  "/transactions": admin,
  "/payment-accounts": admin,
} as const satisfies Permitted;

/** The roles that may open each route: documents 1 and 2, section 2. */
export const PERMITTED = { ...PERSONAL, ...OFFICE };

export type GuardedPath = keyof typeof PERMITTED;
export type OfficePath = keyof typeof OFFICE;
export const OFFICE_PATHS = Object.keys(OFFICE) as OfficePath[];

/** Returns the landing page of a role after login. */
export function landingOf(role: UserType): string {
  if (role === "admin" || role === "fleetadmin") return "/dashboard";
  return role === "driver" ? "/bookings" : "/";
}

/** Returns whether a role may open a path; paths outside the table are public. */
export function mayOpen(role: UserType, path: string): boolean {
  const { pathname } = parsePath(path);
  const guarded = (Object.keys(PERMITTED) as GuardedPath[]).find((start) =>
    matchPath({ path: start, end: false }, pathname ?? "/"),
  );
  const permitted: readonly UserType[] | undefined = guarded && PERMITTED[guarded];
  return permitted === undefined || permitted.includes(role);
}
