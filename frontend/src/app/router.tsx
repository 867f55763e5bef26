import type { ReactNode } from "react";
import { Route, Routes } from "react-router";
import { HomePage } from "./home-page";
import { lazyPage } from "./lazy-page";
import { NotFoundPage } from "./odd-pages";
import { OfflinePage, useOfflineTrips } from "./offline-page";
import { RequireRole } from "./require-role";
import { type GuardedPath, OFFICE_PATHS, PERMITTED } from "./routes";
import { RoleShell } from "./shell/role-shell";
import { Shell } from "./shell/shell";

// With what they load in turn: the first page need not even know their names.
const LoginPage = lazyPage(async () => (await import("./visitor-routes")).LoginPage);
const RegisterPage = lazyPage(async () => (await import("./visitor-routes")).RegisterPage);
const ResetPasswordPage = lazyPage(
  async () => (await import("./visitor-routes")).ResetPasswordPage,
);
const VerifyEmailPage = lazyPage(async () => (await import("./visitor-routes")).VerifyEmailPage);
const SharedTripPage = lazyPage(async () => (await import("./visitor-routes")).SharedTripPage);
const AboutPage = lazyPage(async () => (await import("./visitor-routes")).AboutPage);
const PrivacyPage = lazyPage(async () => (await import("./visitor-routes")).PrivacyPage);

const ProfileRoute = lazyPage(async () => (await import("./office-route")).ProfileRoute);
const OfficeRoute = lazyPage(async () => (await import("./office-route")).OfficeRoute);
const BookingsRoute = lazyPage(async () => (await import("./bookings-route")).BookingsRoute);
const BookingRoute = lazyPage(async () => (await import("./bookings-route")).BookingRoute);
const CalendarRoute = lazyPage(async () => (await import("./bookings-route")).CalendarRoute);
const HistoryRoute = lazyPage(async () => (await import("./bookings-route")).HistoryRoute);
const WalletRoute = lazyPage(async () => (await import("./wallet-route")).WalletRoute);
const PaymentRoute = lazyPage(async () => (await import("./wallet-route")).PaymentRoute);
const StatementsRoute = lazyPage(async () => (await import("./wallet-route")).StatementsRoute);
const TestGatewayRoute = lazyPage(async () => (await import("./wallet-route")).TestGatewayRoute);

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
        <Route path="/login" element={<LoginPage />} />
        <Route path="/about-us" element={<AboutPage />} />
        <Route path="/privacy-policy" element={<PrivacyPage />} />
        <Route path="/register" element={<RegisterPage />} />
        <Route path="/reset-password" element={<ResetPasswordPage />} />
        <Route path="/verify-email" element={<VerifyEmailPage />} />
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
        <Route path="/payments/:ref" element={guarded("/payments/:ref", <PaymentRoute />)} />
        <Route
          path="/payments/test/:ref"
          element={guarded("/payments/:ref", <TestGatewayRoute />)}
        />
        {OFFICE_PATHS.map((path) => (
          <Route key={path} path={path} element={guarded(path, <OfficeRoute path={path} />)} />
        ))}
        <Route
          path="/people/:id"
          element={guarded("/people", <OfficeRoute path="/people/:id" />)}
        />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
