import {
  IconHome2,
  IconLayoutDashboard,
  IconListDetails,
  IconPlus,
  IconUserCircle,
  type TablerIcon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import type { UserType } from "@/api/types";
import { DemoNotice } from "@/app/demo-notice";
import { useConnection } from "@/realtime/hooks";
import { ConnectionBadge, ConnectionBanner } from "@/ui/connection-badge";
import { Header } from "./header";
import type { MenuLabel } from "./menu";
import classes from "./office-shell.module.css";
import { PageFrame, SkipLink } from "./page-frame";
import { roleMenu } from "./role-menu";
import shell from "./shell.module.css";
import { SignOutButton } from "./sign-out-button";

const icons: Partial<Record<MenuLabel, TablerIcon>> = {
  "nav.dashboard": IconLayoutDashboard,
  "nav.bookings": IconListDetails,
  "booking.add_title": IconPlus,
  "nav.home": IconHome2,
  "nav.profile": IconUserCircle,
};

/** The back office: its pages in a rail of 240 px at the side, the header's drawer on a small screen. */
export function OfficeShell({ role }: { role: UserType }) {
  const { t } = useTranslation();
  const connection = useConnection();
  return (
    <div className={shell.shell}>
      <SkipLink />
      <Header wide />
      <ConnectionBanner state={connection} />
      <div className={classes.body}>
        <aside className={classes.rail}>
          <nav aria-label={t("nav.office")} className={classes.links}>
            {roleMenu(role).map(({ to, label }) => {
              const Icon = icons[label] ?? IconListDetails;
              return (
                <NavLink key={label} to={to} end={to === "/"} className={classes.link}>
                  <Icon size={20} stroke={1.8} aria-hidden="true" />
                  {t(label)}
                </NavLink>
              );
            })}
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
    </div>
  );
}
