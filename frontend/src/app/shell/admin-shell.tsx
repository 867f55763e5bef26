import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useMay } from "@/api/permissions";
import type { UserType } from "@/api/types";
import { DemoNotice } from "@/app/demo-notice";
import { SessionBanner } from "@/app/session-live";
import { IncomingCalls } from "@/features/calls/incoming-calls";
import { useConnection } from "@/realtime/hooks";
import { ConnectionBadge } from "@/ui/connection-badge";
import { AdminLinks } from "./admin-links";
import classes from "./admin-shell.module.css";
import { AdminShortcuts } from "./admin-shortcuts";
import { Header } from "./header";
import { PageFrame, SkipLink } from "./page-frame";
import shell from "./shell.module.css";
import { SignOutButton } from "./sign-out-button";

/** The back office frame: a rail of 240 px, or the header's drawer on a small screen. */
export function AdminShell({ role }: { role: UserType }) {
  const { t } = useTranslation();
  const connection = useConnection();
  const { pathname } = useLocation();
  const may = useMay();
  const rail = useRef<HTMLElement>(null);
  // On a low screen the rail scrolls, and the current entry may be hidden.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls on every page change.
  useEffect(() => {
    rail.current?.querySelector("[aria-current]")?.scrollIntoView?.({ block: "center" });
  }, [pathname]);
  return (
    <div className={shell.shell}>
      <SkipLink />
      <Header wide />
      <SessionBanner />
      <div className={classes.body}>
        <aside className={classes.rail}>
          <AdminShortcuts role={role} />
          <nav ref={rail} aria-label={t("nav.office")} className={classes.links}>
            <AdminLinks role={role} />
          </nav>
          <div className={classes.foot}>
            <ConnectionBadge state={connection} />
            <SignOutButton />
          </div>
        </aside>
        <div className={classes.column}>
          <DemoNotice />
          <PageFrame />
        </div>
      </div>
      {role === "admin" && may("bookings") ? <IncomingCalls /> : null}
    </div>
  );
}
