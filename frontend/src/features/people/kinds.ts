import type { PeoplePath } from "@/api/people";
import type { UserType } from "@/api/types";

/** One of the back office's lists of users. */
export interface Kind {
  path: PeoplePath;
  role: UserType;
  /** The list's name in exported files. */
  exported: string;
  title: "menu.riders" | "menu.drivers" | "menu.fleet_admins" | "menu.admins";
  add: "people.add_rider" | "people.add_driver" | "people.add_fleet_admin" | "people.add_admin";
  /** Whether people can be imported from a file. */
  importable: boolean;
}

export const KINDS = {
  riders: {
    path: "riders",
    role: "rider",
    exported: "riders",
    title: "menu.riders",
    add: "people.add_rider",
    importable: true,
  },
  drivers: {
    path: "drivers",
    role: "driver",
    exported: "drivers",
    title: "menu.drivers",
    add: "people.add_driver",
    importable: true,
  },
  fleetAdmins: {
    path: "fleet-admins",
    role: "fleetadmin",
    exported: "fleet_admins",
    title: "menu.fleet_admins",
    add: "people.add_fleet_admin",
    importable: false,
  },
  admins: {
    path: "admins",
    role: "admin",
    exported: "admins",
    title: "menu.admins",
    add: "people.add_admin",
    importable: false,
  },
} as const satisfies Record<string, Kind>;

export const PEOPLE_PAGE: Record<UserType, string> = {
  rider: "/riders",
  driver: "/drivers",
  fleetadmin: "/fleetadmins",
  admin: "/alladmin",
};

export const hasBank = (role: UserType): boolean => role === "rider" || role === "driver";
