import { lazyPage } from "./lazy-page";

/* The pages that need no session: the first load refers to this chunk, not to the chunk of each page. */

export const LoginPage = lazyPage(async () => (await import("./login-route")).LoginRoute);
export const RegisterPage = lazyPage(async () => (await import("./register-route")).RegisterRoute);
export const ResetPasswordPage = lazyPage(
  async () => (await import("./link-routes")).ResetPasswordRoute,
);
export const VerifyEmailPage = lazyPage(
  async () => (await import("./link-routes")).VerifyEmailRoute,
);
export const SetupPage = lazyPage(async () => (await import("./link-routes")).SetupRoute);
export const SharedTripPage = lazyPage(async () => (await import("./link-routes")).SharedTripRoute);
export const InspectionPage = lazyPage(async () => (await import("./link-routes")).InspectionRoute);
export const AboutPage = lazyPage(
  async () => (await import("@/features/pages/about-page")).AboutPage,
);
export const TermsPage = lazyPage(
  async () => (await import("@/features/pages/terms-page")).TermsPage,
);
export const PrivacyPage = lazyPage(
  async () => (await import("@/features/pages/privacy-page")).PrivacyPage,
);
