import type { ComponentType } from "react";
import { lazyPage } from "./lazy-page";
import type { OfficePath } from "./routes";

export type OfficePage = OfficePath | "/people/:id";

/** The back office's pages, each in its own chunk. */
export const OFFICE_PAGES: Partial<Record<OfficePage, ComponentType>> = {
  "/dashboard": lazyPage(
    async () => (await import("@/features/dashboard/dashboard-page")).DashboardPage,
  ),
  "/addbookings": lazyPage(async () => {
    const [{ AddBookingPage }, { restoreDraft }] = await Promise.all([
      import("@/features/booking/add-booking-page"),
      import("@/features/booking/draft-store"),
    ]);
    await restoreDraft();
    return AddBookingPage;
  }),
  "/promos": lazyPage(async () => (await import("@/features/promos/promos-page")).PromosPage),
  "/cancelreasons": lazyPage(
    async () => (await import("@/features/reasons/reasons-page")).ReasonsPage,
  ),
  "/cartypes": lazyPage(
    async () => (await import("@/features/car-types/car-types-page")).CarTypesPage,
  ),
  "/notifications": lazyPage(
    async () => (await import("@/features/announcements/announcements-page")).AnnouncementsPage,
  ),
  "/withdraws": lazyPage(
    async () => (await import("@/features/payouts/withdraws-page")).WithdrawsPage,
  ),
  "/addtowallet": lazyPage(
    async () => (await import("@/features/payouts/add-to-wallet-page")).AddToWalletPage,
  ),
  "/settings": lazyPage(
    async () => (await import("@/features/settings/settings-page")).SettingsPage,
  ),
  "/appinfo": lazyPage(async () => (await import("@/features/settings/settings-page")).AppInfoPage),
  "/earningreports": lazyPage(
    async () => (await import("@/features/reports/earnings-page")).EarningsPage,
  ),
  "/driverearning": lazyPage(
    async () => (await import("@/features/reports/driver-earnings-page")).DriverEarningsPage,
  ),
  "/audit": lazyPage(async () => (await import("@/features/audit/audit-page")).AuditPage),
  "/transactions": lazyPage(
    async () => (await import("@/features/transactions/transactions-page")).TransactionsPage,
  ),
  "/riders": lazyPage(async () => (await import("@/features/people/pages")).RidersPage),
  "/drivers": lazyPage(async () => (await import("@/features/people/pages")).DriversPage),
  "/fleetadmins": lazyPage(async () => (await import("@/features/people/pages")).FleetAdminsPage),
  "/alladmin": lazyPage(async () => (await import("@/features/people/pages")).AdminsPage),
  "/people/:id": lazyPage(async () => (await import("./person-route")).PersonRoute),
  "/languagesetting": lazyPage(
    async () => (await import("@/features/languages/languages-page")).LanguagesPage,
  ),
  "/payment-accounts": lazyPage(
    async () =>
      (await import("@/features/payment-accounts/payment-accounts-page")).PaymentAccountsPage,
  ),
};
