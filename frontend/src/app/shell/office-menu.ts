import {
  IconAdjustments,
  IconAppWindow,
  IconBell,
  IconBuildingBank,
  IconCar,
  IconChartBar,
  IconChartLine,
  IconCreditCard,
  IconDiscount2,
  IconHistory,
  IconLanguage,
  IconLayoutDashboard,
  IconListDetails,
  IconMessageX,
  IconPlugConnected,
  IconPlus,
  IconShieldLock,
  IconSteeringWheel,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  IconWallet,
  type TablerIcon,
} from "@tabler/icons-react";
import type { UserType } from "@/api/types";
import { mayOpen } from "../routes";

const GROUPS = [
  {
    label: "menu.group_now",
    entries: [
      { to: "/dashboard", label: "nav.dashboard", icon: IconLayoutDashboard },
      { to: "/bookings", label: "nav.bookings", icon: IconListDetails },
      { to: "/addbookings", label: "booking.add_title", icon: IconPlus },
    ],
  },
  {
    label: "menu.group_people",
    entries: [
      { to: "/riders", label: "menu.riders", icon: IconUsers },
      { to: "/drivers", label: "menu.drivers", icon: IconSteeringWheel },
      { to: "/fleetadmins", label: "menu.fleet_admins", icon: IconUsersGroup },
      { to: "/alladmin", label: "menu.admins", icon: IconShieldLock },
    ],
  },
  {
    label: "menu.group_offer",
    entries: [
      { to: "/cartypes", label: "menu.car_types", icon: IconCar },
      { to: "/promos", label: "menu.promos", icon: IconDiscount2 },
      { to: "/cancelreasons", label: "menu.cancel_reasons", icon: IconMessageX },
      { to: "/notifications", label: "menu.notifications", icon: IconBell },
    ],
  },
  {
    label: "menu.group_money",
    entries: [
      { to: "/earningreports", label: "menu.earning_reports", icon: IconChartBar },
      { to: "/driverearning", label: "menu.driver_earnings", icon: IconChartLine },
      { to: "/transactions", label: "menu.transactions", icon: IconCreditCard },
      { to: "/withdraws", label: "payouts.withdraws", icon: IconBuildingBank },
      { to: "/addtowallet", label: "payouts.add_to_wallet", icon: IconWallet },
    ],
  },
  {
    label: "menu.group_platform",
    entries: [
      { to: "/settings", label: "menu.settings", icon: IconAdjustments },
      { to: "/appinfo", label: "menu.app_info", icon: IconAppWindow },
      { to: "/payment-accounts", label: "menu.payment_accounts", icon: IconPlugConnected },
      { to: "/languagesetting", label: "menu.languages", icon: IconLanguage },
      { to: "/audit", label: "menu.audit", icon: IconHistory },
      { to: "/profile", label: "nav.profile", icon: IconUserCircle },
    ],
  },
] as const satisfies readonly {
  label: string;
  entries: readonly { to: string; label: string; icon: TablerIcon }[];
}[];

export type OfficeGroup = (typeof GROUPS)[number]["label"];
type OfficeLabel = (typeof GROUPS)[number]["entries"][number]["label"];

export interface OfficeEntry {
  to: string;
  label: OfficeLabel;
  icon: TablerIcon;
}

/** Returns the back office pages that a role may open, with their search terms. */
export function officeMenu(role: UserType): { label: OfficeGroup; entries: OfficeEntry[] }[] {
  return GROUPS.map(({ label, entries }) => ({
    label,
    entries: entries.filter(({ to }) => mayOpen(role, to)),
  })).filter(({ entries }) => entries.length > 0);
}
