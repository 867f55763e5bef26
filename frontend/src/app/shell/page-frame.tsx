import { useTranslation } from "react-i18next";
import { Outlet, useLocation } from "react-router";
import { ErrorBoundary } from "@/app/error-boundary";
import { PageSlot } from "@/app/lazy-page";
import classes from "./shell.module.css";
import { useScrollMemory } from "./use-scroll-memory";

export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a className={classes.skip} href="#content">
      {t("app.skip")}
    </a>
  );
}

/** The page with an error boundary and its scroll position. */
export function PageFrame() {
  const { pathname } = useLocation();
  useScrollMemory();
  return (
    <main id="content" className={classes.main} tabIndex={-1}>
      <ErrorBoundary resetKey={pathname}>
        <PageSlot>
          <Outlet />
        </PageSlot>
      </ErrorBoundary>
    </main>
  );
}
