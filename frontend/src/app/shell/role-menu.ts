import type { UserType } from "@/api/types";
import type { MenuEntry } from "./menu";

const bookings: MenuEntry = { to: "/bookings", label: "nav.bookings" };
const profile: MenuEntry = { to: "/profile", label: "nav.profile" };

/** The most used pages of a role. */
export function roleMenu(role: UserType): MenuEntry[] {
  switch (role) {
    case "rider":
      return [{ to: "/", label: "nav.home" }, bookings, profile];
    case "driver":
      return [
        { to: "/bookings", label: "nav.drive" },
        { to: "/bookings/history", label: "nav.bookings" },
        profile,
      ];
    case "fleetadmin":
    case "admin":
      return [{ to: "/dashboard", label: "nav.dashboard" }, bookings, profile];
  }
}
