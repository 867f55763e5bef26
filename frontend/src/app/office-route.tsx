import { lazyPage } from "./lazy-page";

// The pages behind the sign-in, each in its own chunk; the first page knows this door alone.
export const DashboardRoute = lazyPage(
  async () => (await import("@/features/dashboard/dashboard-page")).DashboardPage,
);
export const ProfileRoute = lazyPage(
  async () => (await import("@/features/profile/profile-page")).ProfilePage,
);
export const AddBookingRoute = lazyPage(
  async () => (await import("@/features/booking/add-booking-page")).AddBookingPage,
);
export const WithdrawsRoute = lazyPage(
  async () => (await import("@/features/payouts/withdraws-page")).WithdrawsPage,
);
export const AddToWalletRoute = lazyPage(
  async () => (await import("@/features/payouts/add-to-wallet-page")).AddToWalletPage,
);
