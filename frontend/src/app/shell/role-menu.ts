import type { UserType } from "@/api/types";
import type { MenuEntry } from "./menu";

/** What a role can do here; only screens that exist. */
export function roleMenu(role: UserType): MenuEntry[] {
  const bookings: MenuEntry = { to: "/bookings", label: "nav.bookings" };
  const profile: MenuEntry = { to: "/profile", label: "nav.profile" };
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
      return [{ to: "/dashboard", label: "nav.dashboard" }, bookings, profile];
    case "admin":
      return [
        { to: "/dashboard", label: "nav.dashboard" },
        bookings,
        { to: "/addbookings", label: "booking.add_title" },
        { to: "/withdraws", label: "payouts.withdraws" },
        { to: "/addtowallet", label: "payouts.add_to_wallet" },
        { to: "/", label: "nav.home" },
        profile,
      ];
  }
}
