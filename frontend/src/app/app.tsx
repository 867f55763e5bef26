import type { ReactNode } from "react";
import { useViewer } from "@/api/session";
import { GuardedRouter } from "@/ui/guarded-router";
import { ToastOutlet } from "@/ui/toast";
import { DataProvider } from "./data-provider";
import { ErrorBoundary } from "./error-boundary";
import { lazyPage, PageSlot } from "./lazy-page";
import { LiveUpdates, SessionEndedAlert } from "./live";
import { AppRoutes } from "./router";
import { PageAnnouncer } from "./shell/page-announcer";

const TwoFactorPage = lazyPage(async () => (await import("./admin-route")).TwoFactorRoute);

export function App() {
  return (
    <AppFrame>
      <GuardedRouter>
        <AppBody />
      </GuardedRouter>
    </AppFrame>
  );
}

export function AppFrame({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary>
      <DataProvider>{children}</DataProvider>
    </ErrorBoundary>
  );
}

/** The app without its router: the prepared pages have another one. */
export function AppBody() {
  const me = useViewer().me;
  if (me?.two_factor_setup_due) {
    return (
      <>
        <PageAnnouncer />
        <PageSlot>
          <TwoFactorPage name={me.first_name || (me.email ?? "")} />
        </PageSlot>
        <ToastOutlet />
        <SessionEndedAlert />
      </>
    );
  }
  return (
    <>
      <LiveUpdates />
      <PageAnnouncer />
      <AppRoutes />
      <ToastOutlet />
      <SessionEndedAlert />
    </>
  );
}
