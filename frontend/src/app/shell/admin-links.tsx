import { useLocalStorage } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { NavLink, useLocation } from "react-router";
import { useViewer } from "@/api/session";
import type { UserType } from "@/api/types";
import classes from "./admin-links.module.css";
import { adminMenu } from "./admin-menu";

/** A menu of at most this many pages fits every screen, so its groups stay open. */
const SHORT_MENU = 12;

/** The groups of pages that are set up once, closed until a person opens them. */
const CLOSED_AT_FIRST = ["menu.group_offer", "menu.group_platform"];

/**
 * The links of the back office in groups, for the rail and the drawer. A person closes and opens groups, which this
 * device remembers; the group of the current page stays open.
 */
export function AdminLinks({ role }: { role: UserType }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [closed, setClosed] = useLocalStorage<string[]>({
    key: "hansom.menu.closed",
    defaultValue: CLOSED_AT_FIRST,
    getInitialValueInEffect: false,
  });
  const menu = adminMenu(role, useViewer().me);
  const short = menu.flatMap(([, entries]) => entries).length <= SHORT_MENU;
  const toggle = (label: string) =>
    setClosed(closed.includes(label) ? closed.filter((one) => one !== label) : [...closed, label]);

  return menu.map(([label, entries]) => {
    const current = entries.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
    const fixed = short || current;
    const open = fixed || !closed.includes(label);
    return (
      <section key={label} className={classes.group} aria-label={t(label)}>
        {fixed ? (
          <p className={classes.head} aria-hidden="true">
            {t(label)}
          </p>
        ) : (
          <button
            type="button"
            className={classes.head}
            aria-expanded={open}
            onClick={() => toggle(label)}
          >
            {t(label)}
            <IconChevronDown size={15} stroke={2} aria-hidden="true" />
          </button>
        )}
        {open
          ? entries.map(({ to, label: name, icon: Icon }) => (
              <NavLink key={to} to={to} className={classes.link ?? ""}>
                <Icon size={19} stroke={1.8} aria-hidden="true" />
                {t(name)}
              </NavLink>
            ))
          : null}
      </section>
    );
  });
}
