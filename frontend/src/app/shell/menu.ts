import type { UserType } from "@/api/types";

export type MenuLabel =
  | "nav.home"
  | "nav.my_account"
  | "nav.login"
  | "nav.about"
  | "nav.privacy"
  | "nav.bookings"
  | "nav.drive"
  | "nav.profile"
  | "nav.dashboard";

export interface MenuEntry {
  to: string;
  label: MenuLabel;
}

/** The links of the header: 'my account' once somebody is signed in. */
export function headerLinks(role: UserType | null): MenuEntry[] {
  return [
    { to: "/", label: "nav.home" },
    { to: role ? "/bookings" : "/login", label: role ? "nav.my_account" : "nav.login" },
    { to: "/about-us", label: "nav.about" },
    { to: "/privacy-policy", label: "nav.privacy" },
  ];
}

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
        { to: "/", label: "nav.home" },
        profile,
      ];
  }
}
