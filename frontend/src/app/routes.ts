import type { UserType } from "@/api/types";

const everyone: readonly UserType[] = ["rider", "admin", "driver", "fleetadmin"];
const office: readonly UserType[] = ["admin", "fleetadmin"];
const admin: readonly UserType[] = ["admin"];

/** Who may open what: document 1, section 2. */
export const PERMITTED = {
  "/bookings": everyone,
  "/profile": everyone,
  "/wallet": ["rider", "driver"],
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
} as const satisfies Record<`/${string}`, readonly UserType[]>;

export type GuardedPath = keyof typeof PERMITTED;

/** Routes of the table whose screens are not in this installation: guarded, out of the menu, said so. */
export const NOT_INSTALLED = (Object.keys(PERMITTED) as GuardedPath[]).filter(
  (path) =>
    ![
      "/bookings",
      "/dashboard",
      "/profile",
      "/addbookings",
      "/wallet",
      "/withdraws",
      "/addtowallet",
    ].includes(path),
);

/** Where each role goes after signing in. */
export function landingOf(role: UserType): string {
  if (role === "admin" || role === "fleetadmin") return "/dashboard";
  return role === "driver" ? "/bookings" : "/";
}

/** Whether a role may open a path; every path outside the table is open to all. */
export function mayOpen(role: UserType, path: string): boolean {
  const start = (Object.keys(PERMITTED) as GuardedPath[]).find(
    (guarded) =>
      path === guarded || path.startsWith(`${guarded}/`) || path.startsWith(`${guarded}?`),
  );
  const permitted: readonly UserType[] | undefined = start && PERMITTED[start];
  return permitted === undefined || permitted.includes(role);
}
