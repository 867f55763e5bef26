import {
  IconDownload,
  IconLogout2,
  IconMoonStars,
  IconPlus,
  IconSun,
  type TablerIcon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { UserType } from "@/api/types";
import { mayOpen } from "@/app/routes";
import { chooseScheme, useScheme } from "@/ui/theme/scheme";
import type { OpenRequest } from "@/ui/use-open-request";
import type { Destination } from "./use-destinations";
import { useSignOut } from "./use-sign-out";

/** Forms that open over their list. */
const ADD = [
  { to: "/riders", label: "people.add_rider" },
  { to: "/drivers", label: "people.add_driver" },
  { to: "/fleetadmins", label: "people.add_fleet_admin" },
  { to: "/promos", label: "promos.add" },
  { to: "/cartypes", label: "cartypes.add" },
  { to: "/notifications", label: "announcements.compose" },
] as const;

/** Lists that can be exported. */
const EXPORT = [
  { to: "/bookings", label: "nav.bookings" },
  { to: "/riders", label: "menu.riders" },
  { to: "/drivers", label: "menu.drivers" },
  { to: "/transactions", label: "menu.transactions" },
  { to: "/withdraws", label: "payouts.withdraws" },
] as const;

/** The actions available anywhere in the back office. */
export function useActions(role: UserType): Destination[] {
  const { t } = useTranslation();
  const scheme = useScheme();
  const signOut = useSignOut();
  const open = (to: string, what: OpenRequest["open"], label: string, icon: TablerIcon) => ({
    id: `${what} ${to}`,
    to,
    state: { open: what },
    label,
    detail: "",
    icon,
  });
  const next = scheme === "dark" ? "light" : "dark";
  return [
    ...ADD.filter(({ to }) => mayOpen(role, to)).map(({ to, label }) =>
      open(to, "add", t(label), IconPlus),
    ),
    ...EXPORT.filter(({ to }) => mayOpen(role, to)).map(({ to, label }) =>
      open(to, "export", t("palette.export", { list: t(label) }), IconDownload),
    ),
    {
      id: "scheme",
      run: () => chooseScheme(next),
      label: t(next === "dark" ? "palette.dark" : "palette.light"),
      detail: "",
      icon: next === "dark" ? IconMoonStars : IconSun,
    },
    {
      id: "sign out",
      run: () => void signOut(),
      label: t("nav.logout"),
      detail: "",
      icon: IconLogout2,
    },
  ];
}
