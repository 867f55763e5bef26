import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { NavLink, useLocation } from "react-router";
import { useViewer } from "@/api/session";
import { Drawer } from "@/ui/dialog/drawer";
import { Logo } from "@/ui/logo";
import { SchemeToggle } from "@/ui/scheme-toggle";
import { AdminLinks } from "./admin-links";
import { headerLinks } from "./menu";
import { roleMenu } from "./role-menu";
import classes from "./side-drawer.module.css";
import { SignOutButton } from "./sign-out-button";

interface SideDrawerProps {
  opened: boolean;
  onClose: () => void;
  name: string;
}

export function SideDrawer({ opened, onClose, name }: SideDrawerProps) {
  const { t } = useTranslation();
  const viewer = useViewer();
  // The key changes with every navigation, even to the current page.
  const { key } = useLocation();
  const shown = useRef(key);

  useEffect(() => {
    if (shown.current !== key) onClose();
    shown.current = key;
  }, [key, onClose]);

  const general = headerLinks(viewer.role);
  const { role } = viewer;
  const isStaff = role === "admin" || role === "fleetadmin";
  const own = (role && !isStaff ? roleMenu(role) : []).filter(
    (entry) => !general.some((link) => link.to === entry.to),
  );

  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={240}
      title={<Logo name={name} />}
      closeButtonProps={{ "aria-label": t("nav.close_menu") }}
      classNames={{ body: classes.body ?? "" }}
    >
      <nav className={classes.links} aria-label={t("nav.main")}>
        {isStaff ? <AdminLinks role={role} /> : null}
        {[...own, ...(isStaff ? [] : general)].map(({ to, label }) => (
          <NavLink key={label} to={to} end className={classes.link ?? ""}>
            {t(label)}
          </NavLink>
        ))}
      </nav>
      <div className={classes.foot}>
        <SchemeToggle labelled />
        {viewer.me ? <SignOutButton /> : null}
      </div>
    </Drawer>
  );
}
