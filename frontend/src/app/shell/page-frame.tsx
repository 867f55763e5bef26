import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation } from "react-router";
import { ErrorBoundary } from "@/app/error-boundary";
import { PageSlot } from "@/app/lazy-page";
import classes from "./shell.module.css";

export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a className={classes.skip} href="#content">
      {t("app.skip")}
    </a>
  );
}

/** The page with an error boundary; scrolls to the top on navigation. */
export function PageFrame() {
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the path changes.
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: "instant" });
  }, [pathname]);

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
