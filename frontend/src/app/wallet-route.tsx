import { PaymentPage } from "@/features/wallet/payment-page";
import { TestGatewayPage } from "@/features/wallet/test-gateway-page";
import { WalletPage } from "@/features/wallet/wallet-page";

export {
  PaymentPage as PaymentRoute,
  TestGatewayPage as TestGatewayRoute,
  WalletPage as WalletRoute,
};
