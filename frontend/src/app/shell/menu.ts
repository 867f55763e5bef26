import type { UserType } from "@/api/types";

type MenuLabel =
  | "nav.home"
  | "nav.my_account"
  | "nav.login"
  | "nav.about"
  | "nav.privacy"
  | "nav.bookings"
  | "nav.drive"
  | "nav.profile"
  | "nav.wallet"
  | "nav.dashboard";

export interface MenuEntry<Label extends string = MenuLabel> {
  to: string;
  label: Label;
}

/** The header's links: 'my account' for logged-in users. */
export function headerLinks(role: UserType | null): MenuEntry[] {
  return [
    { to: "/", label: "nav.home" },
    { to: role ? "/bookings" : "/login", label: role ? "nav.my_account" : "nav.login" },
    { to: "/about-us", label: "nav.about" },
    { to: "/privacy-policy", label: "nav.privacy" },
  ];
}
