import { lazyPage } from "./lazy-page";

export const WalletRoute = lazyPage(
  async () => (await import("@/features/wallet/wallet-page")).WalletPage,
);
export const PaymentRoute = lazyPage(
  async () => (await import("@/features/wallet/payment-page")).PaymentPage,
);
export const TestGatewayRoute = lazyPage(
  async () => (await import("@/features/wallet/test-gateway-page")).TestGatewayPage,
);
export const HelpRoute = lazyPage(async () => (await import("./help-route")).HelpRoute);
export const StatementsRoute = lazyPage(
  async () => (await import("@/features/statements/statements-page")).StatementsPage,
);
