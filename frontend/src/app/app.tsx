import type { ReactNode } from "react";
import { BrowserRouter } from "react-router";
import { ToastOutlet } from "@/ui/toast";
import { DataProvider } from "./data-provider";
import { ErrorBoundary } from "./error-boundary";
import { LiveUpdates, SessionEndedAlert } from "./live";
import { AppRoutes } from "./router";

export function App() {
  return (
    <AppFrame>
      <BrowserRouter>
        <AppBody />
      </BrowserRouter>
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

/** Everything below the router, which is another one where the first page is prepared. */
export function AppBody() {
  return (
    <>
      <LiveUpdates />
      <AppRoutes />
      <ToastOutlet />
      <SessionEndedAlert />
    </>
  );
}
