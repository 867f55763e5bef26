import { matchPath, parsePath } from "react-router";
import type { UserType } from "@/api/types";
import adminRoles from "./admin-roles.json" with { type: "json" };

const everyone: readonly UserType[] = ["rider", "admin", "driver", "fleetadmin"];

const PERSONAL = {
  "/bookings": everyone,
  "/profile": everyone,
  "/wallet": ["rider", "driver"],
  /** Not in the specification. */
  "/payments/:ref": ["rider", "driver"],
  "/statements": ["driver"],
  "/help": ["rider", "driver"],
} as const satisfies Record<`/${string}`, readonly UserType[]>;

export type AdminPath = keyof typeof adminRoles;
export const ADMIN_PATHS = Object.keys(adminRoles) as AdminPath[];

/** The roles that may open each route: documents 1 and 2, section 2. admin-pages.ts declares the back office. */
export const PERMITTED = {
  ...PERSONAL,
  ...(adminRoles as Record<AdminPath, readonly UserType[]>),
};

export type GuardedPath = keyof typeof PERMITTED;

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
