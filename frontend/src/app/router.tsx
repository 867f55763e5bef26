import type { ReactNode } from "react";
import { Route, Routes } from "react-router";
import { LoginLoading, RegisterLoading } from "./entry-loading";
import { HomePage } from "./home-page";
import { lazyPage, PageSlot } from "./lazy-page";
import { OfflinePage, useOfflineTrips } from "./offline-page";
import { RequireRole } from "./require-role";
import { ADMIN_PATHS, type GuardedPath, PERMITTED } from "./routes";
import { RoleShell } from "./shell/role-shell";
import { Shell } from "./shell/shell";
import { NotFoundPage } from "./static-pages";

// Grouped by chunk: the first page does not need the names of the chunks behind them.
const visitorRoutes = () => import("./visitor-routes");
const adminRoute = () => import("./admin-route");
const bookingsRoute = () => import("./bookings-route");
const walletRoute = () => import("./wallet-route");

const LoginPage = lazyPage(async () => (await visitorRoutes()).LoginPage);
const RegisterPage = lazyPage(async () => (await visitorRoutes()).RegisterPage);
const ResetPasswordPage = lazyPage(async () => (await visitorRoutes()).ResetPasswordPage);
const VerifyEmailPage = lazyPage(async () => (await visitorRoutes()).VerifyEmailPage);
const SetupPage = lazyPage(async () => (await visitorRoutes()).SetupPage);
const SharedTripPage = lazyPage(async () => (await visitorRoutes()).SharedTripPage);
const InspectionPage = lazyPage(async () => (await visitorRoutes()).InspectionPage);
const AboutPage = lazyPage(async () => (await visitorRoutes()).AboutPage);
const TermsPage = lazyPage(async () => (await visitorRoutes()).TermsPage);
const PrivacyPage = lazyPage(async () => (await visitorRoutes()).PrivacyPage);

const ProfileRoute = lazyPage(async () => (await adminRoute()).ProfileRoute);
const AdminRoute = lazyPage(async () => (await adminRoute()).AdminRoute);
const BookingsRoute = lazyPage(async () => (await bookingsRoute()).BookingsRoute);
const BookingRoute = lazyPage(async () => (await bookingsRoute()).BookingRoute);
const CalendarRoute = lazyPage(async () => (await bookingsRoute()).CalendarRoute);
const HistoryRoute = lazyPage(async () => (await bookingsRoute()).HistoryRoute);
const WalletRoute = lazyPage(async () => (await walletRoute()).WalletRoute);
const PaymentRoute = lazyPage(async () => (await walletRoute()).PaymentRoute);
const HelpRoute = lazyPage(async () => (await walletRoute()).HelpRoute);
const StatementsRoute = lazyPage(async () => (await walletRoute()).StatementsRoute);
const TestGatewayRoute = lazyPage(async () => (await walletRoute()).TestGatewayRoute);

function guarded(path: GuardedPath, page: ReactNode) {
  return <RequireRole permitted={PERMITTED[path]}>{page}</RequireRole>;
}

export function AppRoutes() {
  const offlineTrips = useOfflineTrips();
  return (
    <Routes>
      {offlineTrips.length > 0 ? (
        <Route element={<Shell />}>
          <Route index element={<OfflinePage />} />
        </Route>
      ) : (
        <Route element={<Shell overlay />}>
          <Route index element={<HomePage />} />
        </Route>
      )}
      <Route element={<Shell />}>
        <Route
          path="/login"
          element={
            <PageSlot loading={<LoginLoading />}>
              <LoginPage />
            </PageSlot>
          }
        />
        <Route path="/about-us" element={<AboutPage />} />
        <Route path="/terms-of-use" element={<TermsPage />} />
        <Route path="/privacy-policy" element={<PrivacyPage />} />
        <Route
          path="/register"
          element={
            <PageSlot loading={<RegisterLoading />}>
              <RegisterPage />
            </PageSlot>
          }
        />
        <Route path="/setup" element={<SetupPage />} />
        <Route path="/reset-password" element={<ResetPasswordPage />} />
        <Route path="/verify-email" element={<VerifyEmailPage />} />
        <Route path="/inspection/:token" element={<InspectionPage />} />
      </Route>
      <Route element={<Shell stage />}>
        <Route path="/trip/:token" element={<SharedTripPage />} />
      </Route>
      <Route element={<RoleShell stageFor={["driver"]} />}>
        <Route path="/bookings" element={guarded("/bookings", <BookingsRoute />)} />
      </Route>
      <Route element={<RoleShell stageFor={["rider"]} />}>
        <Route path="/bookings/:id" element={guarded("/bookings", <BookingRoute />)} />
      </Route>
      <Route element={<RoleShell />}>
        <Route path="/bookings/:id/receipt" element={guarded("/bookings", <BookingRoute />)} />
        <Route path="/bookings/calendar" element={guarded("/bookings", <CalendarRoute />)} />
        <Route path="/bookings/history" element={guarded("/bookings", <HistoryRoute />)} />
        <Route path="/profile" element={guarded("/profile", <ProfileRoute />)} />
        <Route path="/wallet" element={guarded("/wallet", <WalletRoute />)} />
        <Route path="/statements" element={guarded("/statements", <StatementsRoute />)} />
        <Route path="/help" element={guarded("/help", <HelpRoute />)} />
        <Route path="/help/:id" element={guarded("/help", <HelpRoute />)} />
        <Route path="/payments/:ref" element={guarded("/payments/:ref", <PaymentRoute />)} />
        {/* Also for guests, who pay without an account. */}
        <Route path="/payments/test/:ref" element={<TestGatewayRoute />} />
        {ADMIN_PATHS.map((path) => (
          <Route key={path} path={path} element={guarded(path, <AdminRoute path={path} />)} />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
