import {
  IconAdjustments,
  IconAppWindow,
  IconBell,
  IconBook2,
  IconBuildingBank,
  IconCar,
  IconCarSuv,
  IconChartBar,
  IconChartLine,
  IconChecks,
  IconClipboardCheck,
  IconCreditCard,
  IconDiscount2,
  IconFileCheck,
  IconFileText,
  IconHeartbeat,
  IconHistory,
  IconKey,
  IconLanguage,
  IconLayoutDashboard,
  IconLayoutKanban,
  IconLifebuoy,
  IconListDetails,
  IconMapPin,
  IconMessageX,
  IconPlugConnected,
  IconPlus,
  IconReceipt,
  IconShieldLock,
  IconSteeringWheel,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  IconWallet,
  type TablerIcon,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { Area, Level } from "@/api/permissions";
import type { UserType } from "@/api/types";
import type { AdminPath } from "./routes";

interface MenuEntry {
  group: `menu.group_${string}`;
  label: string;
  icon: TablerIcon;
  /** The label of the palette's action that opens the page's form. */
  add?: string;
  /** Whether the palette offers the export of the list. */
  exported?: boolean;
}

interface Guarded {
  /** What the staff role of an admin must allow; without it, the page is for all admins. */
  area?: Area;
  /** The level in the area that opens the page; `view` by default. */
  level?: Level;
}

interface AdminPage {
  /** `make schema` writes them to admin-roles.json, for the first load, the server and the tests. */
  roles: readonly UserType[];
  load: () => Promise<ComponentType>;
}

type Page = Guarded &
  ((AdminPage & (MenuEntry | { group?: never })) | (MenuEntry & { load?: never }));

/**
 * The pages of the back office in the order of the menu, each in its own chunk. Pages without a group are not in
 * the menu; router.tsx has the two pages that riders and drivers open too.
 */
export const ADMIN_PAGES = {
  "/dashboard": {
    roles: ["admin", "fleetadmin"],
    group: "menu.group_now",
    label: "nav.dashboard",
    icon: IconLayoutDashboard,
    load: async () => (await import("@/features/dashboard/dashboard-page")).DashboardPage,
  },
  "/desk": {
    roles: ["admin", "fleetadmin"],
    area: "bookings",
    group: "menu.group_now",
    label: "desk.title",
    icon: IconLayoutKanban,
    load: async () => (await import("./desk-route")).DeskRoute,
  },
  "/bookings": {
    area: "bookings",
    group: "menu.group_now",
    label: "nav.bookings",
    icon: IconListDetails,
    exported: true,
  },
  "/addbookings": {
    roles: ["admin"],
    area: "bookings",
    level: "change",
    group: "menu.group_now",
    label: "booking.add_title",
    icon: IconPlus,
    load: async () => {
      const [{ AddBookingPage }, { restoreDraft }] = await Promise.all([
        import("@/features/booking/add-booking-page"),
        import("@/features/booking/draft-store"),
      ]);
      await restoreDraft();
      return AddBookingPage;
    },
  },
  "/cases": {
    roles: ["admin", "fleetadmin"],
    area: "cases",
    group: "menu.group_now",
    label: "cases.title",
    icon: IconLifebuoy,
    exported: true,
    load: async () => (await import("@/features/cases/cases-page")).CasesPage,
  },
  "/riders": {
    roles: ["admin"],
    area: "people",
    group: "menu.group_people",
    label: "menu.riders",
    icon: IconUsers,
    add: "people.add_rider",
    exported: true,
    load: async () => (await import("@/features/people/pages")).RidersPage,
  },
  "/drivers": {
    roles: ["admin", "fleetadmin"],
    area: "people",
    group: "menu.group_people",
    label: "menu.drivers",
    icon: IconSteeringWheel,
    add: "people.add_driver",
    exported: true,
    load: async () => (await import("@/features/people/pages")).DriversPage,
  },
  "/fleetadmins": {
    roles: ["admin"],
    area: "people",
    group: "menu.group_people",
    label: "menu.fleet_admins",
    icon: IconUsersGroup,
    add: "people.add_fleet_admin",
    load: async () => (await import("@/features/people/pages")).FleetAdminsPage,
  },
  "/alladmin": {
    roles: ["admin"],
    area: "staff",
    group: "menu.group_people",
    label: "menu.admins",
    icon: IconShieldLock,
    load: async () => (await import("@/features/people/pages")).AdminsPage,
  },
  "/documents": {
    roles: ["admin", "fleetadmin"],
    area: "fleet",
    group: "menu.group_people",
    label: "menu.documents",
    icon: IconFileCheck,
    exported: true,
    load: async () => (await import("@/features/documents/documents-page")).DocumentsPage,
  },
  "/vehicles": {
    roles: ["admin", "fleetadmin"],
    area: "fleet",
    group: "menu.group_people",
    label: "menu.vehicles",
    icon: IconCarSuv,
    add: "fleet.vehicle_add",
    exported: true,
    load: async () => (await import("@/features/vehicles/vehicles-page")).VehiclesPage,
  },
  "/people/:id": {
    roles: ["admin", "fleetadmin"],
    load: async () => (await import("./person-route")).PersonRoute,
  },
  "/cartypes": {
    roles: ["admin"],
    area: "tariffs",
    group: "menu.group_offer",
    label: "menu.car_types",
    icon: IconCar,
    add: "cartypes.add",
    load: async () => (await import("@/features/car-types/car-types-page")).CarTypesPage,
  },
  "/requirements": {
    roles: ["admin"],
    area: "fleet",
    group: "menu.group_offer",
    label: "menu.requirements",
    icon: IconClipboardCheck,
    add: "fleet.requirement_add",
    exported: true,
    load: async () => (await import("@/features/requirements/requirements-page")).RequirementsPage,
  },
  "/ranks": {
    roles: ["admin"],
    area: "fleet",
    group: "menu.group_offer",
    label: "menu.ranks",
    icon: IconMapPin,
    add: "fleet.rank_add",
    exported: true,
    load: async () => (await import("@/features/ranks/ranks-page")).RanksPage,
  },
  "/tariffs": {
    roles: ["admin"],
    area: "tariffs",
    group: "menu.group_offer",
    label: "tariffs.title",
    icon: IconReceipt,
    add: "tariffs.add",
    exported: true,
    load: async () => (await import("@/features/tariffs/tariffs-page")).TariffsPage,
  },
  "/tariffs/replay": {
    roles: ["admin"],
    area: "tariffs",
    load: async () => (await import("@/features/tariffs/replay-page")).ReplayPage,
  },
  "/tariffs/quotes": {
    roles: ["admin"],
    area: "tariffs",
    load: async () => (await import("@/features/tariffs/quotes-page")).QuotesPage,
  },
  "/tariffs/surge": {
    roles: ["admin"],
    area: "tariffs",
    load: async () => (await import("@/features/tariffs/surge-page")).SurgePage,
  },
  "/tariffs/:id": {
    roles: ["admin"],
    area: "tariffs",
    load: async () => (await import("@/features/tariffs/tariff-page")).TariffPage,
  },
  "/dispatch-register": {
    roles: ["admin"],
    area: "register",
    group: "menu.group_offer",
    label: "inspection.title",
    icon: IconBook2,
    exported: true,
    load: async () => (await import("@/features/dispatch-register/register-page")).RegisterPage,
  },
  "/dispatch-register/inspectors": {
    roles: ["admin"],
    area: "register",
    load: async () => (await import("@/features/dispatch-register/inspectors-page")).InspectorsPage,
  },
  "/promos": {
    roles: ["admin"],
    area: "tariffs",
    group: "menu.group_offer",
    label: "menu.promos",
    icon: IconDiscount2,
    add: "promos.add",
    load: async () => (await import("@/features/promos/promos-page")).PromosPage,
  },
  "/cancelreasons": {
    roles: ["admin"],
    area: "tariffs",
    group: "menu.group_offer",
    label: "menu.cancel_reasons",
    icon: IconMessageX,
    load: async () => (await import("@/features/reasons/reasons-page")).ReasonsPage,
  },
  "/legaldocuments": {
    roles: ["admin"],
    area: "content",
    group: "menu.group_offer",
    label: "terms.title",
    icon: IconFileText,
    add: "terms.add",
    load: async () => (await import("@/features/legal/legal-documents-page")).LegalDocumentsPage,
  },
  "/notifications": {
    roles: ["admin"],
    area: "content",
    group: "menu.group_offer",
    label: "menu.notifications",
    icon: IconBell,
    add: "announcements.compose",
    load: async () =>
      (await import("@/features/announcements/announcements-page")).AnnouncementsPage,
  },
  "/earningreports": {
    roles: ["admin"],
    area: "reports",
    group: "menu.group_money",
    label: "menu.earning_reports",
    icon: IconChartBar,
    load: async () => (await import("@/features/reports/earnings-page")).EarningsPage,
  },
  "/driverearning": {
    roles: ["admin", "fleetadmin"],
    area: "reports",
    group: "menu.group_money",
    label: "menu.driver_earnings",
    icon: IconChartLine,
    load: async () => (await import("@/features/reports/driver-earnings-page")).DriverEarningsPage,
  },
  "/transactions": {
    roles: ["admin"],
    area: "money",
    group: "menu.group_money",
    label: "menu.transactions",
    icon: IconCreditCard,
    exported: true,
    load: async () => (await import("@/features/transactions/transactions-page")).TransactionsPage,
  },
  "/withdraws": {
    roles: ["admin"],
    area: "money",
    group: "menu.group_money",
    label: "payouts.withdraws",
    icon: IconBuildingBank,
    exported: true,
    load: async () => (await import("@/features/payouts/withdraws-page")).WithdrawsPage,
  },
  "/addtowallet": {
    roles: ["admin"],
    area: "money",
    level: "change",
    group: "menu.group_money",
    label: "payouts.add_to_wallet",
    icon: IconWallet,
    load: async () => (await import("@/features/payouts/add-to-wallet-page")).AddToWalletPage,
  },
  "/approvals": {
    roles: ["admin"],
    area: "approvals",
    group: "menu.group_money",
    label: "approvals.title",
    icon: IconChecks,
    exported: true,
    load: async () => (await import("@/features/approvals/approvals-page")).ApprovalsPage,
  },
  "/staff-roles": {
    roles: ["admin"],
    area: "staff",
    group: "menu.group_platform",
    label: "staff.title",
    icon: IconKey,
    add: "staff.add",
    load: async () => (await import("@/features/staff-roles/staff-roles-page")).StaffRolesPage,
  },
  "/settings": {
    roles: ["admin"],
    area: "settings",
    group: "menu.group_platform",
    label: "menu.settings",
    icon: IconAdjustments,
    load: async () => (await import("@/features/settings/settings-page")).SettingsPage,
  },
  "/appinfo": {
    roles: ["admin"],
    area: "settings",
    group: "menu.group_platform",
    label: "menu.app_info",
    icon: IconAppWindow,
    load: async () => (await import("@/features/settings/settings-page")).AppInfoPage,
  },
  "/payment-accounts": {
    roles: ["admin"],
    area: "money",
    group: "menu.group_platform",
    label: "menu.payment_accounts",
    icon: IconPlugConnected,
    load: async () =>
      (await import("@/features/payment-accounts/payment-accounts-page")).PaymentAccountsPage,
  },
  "/languagesetting": {
    roles: ["admin"],
    area: "settings",
    group: "menu.group_platform",
    label: "menu.languages",
    icon: IconLanguage,
    load: async () => (await import("@/features/languages/languages-page")).LanguagesPage,
  },
  "/audit": {
    roles: ["admin"],
    area: "audit",
    group: "menu.group_platform",
    label: "menu.audit",
    icon: IconHistory,
    load: async () => (await import("@/features/audit/audit-page")).AuditPage,
  },
  "/status": {
    roles: ["admin"],
    area: "settings",
    group: "menu.group_platform",
    label: "system.title",
    icon: IconHeartbeat,
    load: async () => (await import("@/features/system/status-page")).StatusPage,
  },
  "/profile": {
    group: "menu.group_platform",
    label: "nav.profile",
    icon: IconUserCircle,
  },
} as const satisfies Record<AdminPath | "/bookings" | "/profile", Page>;
