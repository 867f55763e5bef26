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
import type { UserType } from "@/api/types";
import type { OfficePath } from "./routes";

interface MenuEntry {
  group: `menu.group_${string}`;
  label: string;
  icon: TablerIcon;
  /** The label of the palette's action that opens the page's form. */
  add?: string;
  /** Whether the palette offers the export of the list. */
  exported?: boolean;
}

interface OfficePage {
  /** `make schema` writes them to office-roles.json, for the first load, the server and the tests. */
  roles: readonly UserType[];
  load: () => Promise<ComponentType>;
}

type Page = (OfficePage & (MenuEntry | { group?: never })) | (MenuEntry & { load?: never });

/**
 * The pages of the back office in the order of the menu, each in its own chunk. Pages without a group are not in
 * the menu; router.tsx has the two pages that riders and drivers open too.
 */
export const OFFICE_PAGES = {
  "/dashboard": {
    roles: ["admin", "fleetadmin"],
    group: "menu.group_now",
    label: "nav.dashboard",
    icon: IconLayoutDashboard,
    load: async () => (await import("@/features/dashboard/dashboard-page")).DashboardPage,
  },
  "/desk": {
    roles: ["admin", "fleetadmin"],
    group: "menu.group_now",
    label: "desk.title",
    icon: IconLayoutKanban,
    load: async () => (await import("./desk-route")).DeskRoute,
  },
  "/bookings": {
    group: "menu.group_now",
    label: "nav.bookings",
    icon: IconListDetails,
    exported: true,
  },
  "/addbookings": {
    roles: ["admin"],
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
    roles: ["admin"],
    group: "menu.group_now",
    label: "cases.title",
    icon: IconLifebuoy,
    exported: true,
    load: async () => (await import("@/features/cases/cases-page")).CasesPage,
  },
  "/riders": {
    roles: ["admin"],
    group: "menu.group_people",
    label: "menu.riders",
    icon: IconUsers,
    add: "people.add_rider",
    exported: true,
    load: async () => (await import("@/features/people/pages")).RidersPage,
  },
  "/drivers": {
    roles: ["admin", "fleetadmin"],
    group: "menu.group_people",
    label: "menu.drivers",
    icon: IconSteeringWheel,
    add: "people.add_driver",
    exported: true,
    load: async () => (await import("@/features/people/pages")).DriversPage,
  },
  "/fleetadmins": {
    roles: ["admin"],
    group: "menu.group_people",
    label: "menu.fleet_admins",
    icon: IconUsersGroup,
    add: "people.add_fleet_admin",
    load: async () => (await import("@/features/people/pages")).FleetAdminsPage,
  },
  "/alladmin": {
    roles: ["admin"],
    group: "menu.group_people",
    label: "menu.admins",
    icon: IconShieldLock,
    load: async () => (await import("@/features/people/pages")).AdminsPage,
  },
  "/documents": {
    roles: ["admin", "fleetadmin"],
    group: "menu.group_people",
    label: "menu.documents",
    icon: IconFileCheck,
    exported: true,
    load: async () => (await import("@/features/documents/documents-page")).DocumentsPage,
  },
  "/vehicles": {
    roles: ["admin", "fleetadmin"],
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
    group: "menu.group_offer",
    label: "menu.car_types",
    icon: IconCar,
    add: "cartypes.add",
    load: async () => (await import("@/features/car-types/car-types-page")).CarTypesPage,
  },
  "/requirements": {
    roles: ["admin"],
    group: "menu.group_offer",
    label: "menu.requirements",
    icon: IconClipboardCheck,
    add: "fleet.requirement_add",
    exported: true,
    load: async () => (await import("@/features/requirements/requirements-page")).RequirementsPage,
  },
  "/ranks": {
    roles: ["admin"],
    group: "menu.group_offer",
    label: "menu.ranks",
    icon: IconMapPin,
    add: "fleet.rank_add",
    exported: true,
    load: async () => (await import("@/features/ranks/ranks-page")).RanksPage,
  },
  "/tariffs": {
    roles: ["admin"],
    group: "menu.group_offer",
    label: "tariffs.title",
    icon: IconReceipt,
    add: "tariffs.add",
    exported: true,
    load: async () => (await import("@/features/tariffs/tariffs-page")).TariffsPage,
  },
  "/tariffs/replay": {
    roles: ["admin"],
    load: async () => (await import("@/features/tariffs/replay-page")).ReplayPage,
  },
  "/tariffs/surge": {
    roles: ["admin"],
    load: async () => (await import("@/features/tariffs/surge-page")).SurgePage,
  },
  "/tariffs/:id": {
    roles: ["admin"],
    load: async () => (await import("@/features/tariffs/tariff-page")).TariffPage,
  },
  "/dispatch-register": {
    roles: ["admin"],
    group: "menu.group_offer",
    label: "inspection.title",
    icon: IconBook2,
    exported: true,
    load: async () => (await import("@/features/dispatch-register/register-page")).RegisterPage,
  },
  "/dispatch-register/inspectors": {
    roles: ["admin"],
    load: async () => (await import("@/features/dispatch-register/inspectors-page")).InspectorsPage,
  },
  "/promos": {
    roles: ["admin"],
    group: "menu.group_offer",
    label: "menu.promos",
    icon: IconDiscount2,
    add: "promos.add",
    load: async () => (await import("@/features/promos/promos-page")).PromosPage,
  },
  "/cancelreasons": {
    roles: ["admin"],
    group: "menu.group_offer",
    label: "menu.cancel_reasons",
    icon: IconMessageX,
    load: async () => (await import("@/features/reasons/reasons-page")).ReasonsPage,
  },
  "/legaldocuments": {
    roles: ["admin"],
    group: "menu.group_offer",
    label: "terms.title",
    icon: IconFileText,
    add: "terms.add",
    load: async () => (await import("@/features/legal/legal-documents-page")).LegalDocumentsPage,
  },
  "/notifications": {
    roles: ["admin"],
    group: "menu.group_offer",
    label: "menu.notifications",
    icon: IconBell,
    add: "announcements.compose",
    load: async () =>
      (await import("@/features/announcements/announcements-page")).AnnouncementsPage,
  },
  "/earningreports": {
    roles: ["admin"],
    group: "menu.group_money",
    label: "menu.earning_reports",
    icon: IconChartBar,
    load: async () => (await import("@/features/reports/earnings-page")).EarningsPage,
  },
  "/driverearning": {
    roles: ["admin", "fleetadmin"],
    group: "menu.group_money",
    label: "menu.driver_earnings",
    icon: IconChartLine,
    load: async () => (await import("@/features/reports/driver-earnings-page")).DriverEarningsPage,
  },
  "/transactions": {
    roles: ["admin"],
    group: "menu.group_money",
    label: "menu.transactions",
    icon: IconCreditCard,
    exported: true,
    load: async () => (await import("@/features/transactions/transactions-page")).TransactionsPage,
  },
  "/withdraws": {
    roles: ["admin"],
    group: "menu.group_money",
    label: "payouts.withdraws",
    icon: IconBuildingBank,
    exported: true,
    load: async () => (await import("@/features/payouts/withdraws-page")).WithdrawsPage,
  },
  "/addtowallet": {
    roles: ["admin"],
    group: "menu.group_money",
    label: "payouts.add_to_wallet",
    icon: IconWallet,
    load: async () => (await import("@/features/payouts/add-to-wallet-page")).AddToWalletPage,
  },
  "/approvals": {
    roles: ["admin"],
    group: "menu.group_money",
    label: "approvals.title",
    icon: IconChecks,
    exported: true,
    load: async () => (await import("@/features/approvals/approvals-page")).ApprovalsPage,
  },
  "/settings": {
    roles: ["admin"],
    group: "menu.group_platform",
    label: "menu.settings",
    icon: IconAdjustments,
    load: async () => (await import("@/features/settings/settings-page")).SettingsPage,
  },
  "/appinfo": {
    roles: ["admin"],
    group: "menu.group_platform",
    label: "menu.app_info",
    icon: IconAppWindow,
    load: async () => (await import("@/features/settings/settings-page")).AppInfoPage,
  },
  "/payment-accounts": {
    roles: ["admin"],
    group: "menu.group_platform",
    label: "menu.payment_accounts",
    icon: IconPlugConnected,
    load: async () =>
      (await import("@/features/payment-accounts/payment-accounts-page")).PaymentAccountsPage,
  },
  "/languagesetting": {
    roles: ["admin"],
    group: "menu.group_platform",
    label: "menu.languages",
    icon: IconLanguage,
    load: async () => (await import("@/features/languages/languages-page")).LanguagesPage,
  },
  "/audit": {
    roles: ["admin"],
    group: "menu.group_platform",
    label: "menu.audit",
    icon: IconHistory,
    load: async () => (await import("@/features/audit/audit-page")).AuditPage,
  },
  "/status": {
    roles: ["admin"],
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
} as const satisfies Record<OfficePath | "/bookings" | "/profile", Page>;
