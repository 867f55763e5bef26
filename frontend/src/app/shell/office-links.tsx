import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import type { UserType } from "@/api/types";
import classes from "./office-links.module.css";
import { officeMenu } from "./office-menu";

/** The links of the back office in groups, for the rail and the drawer. */
export function OfficeLinks({ role }: { role: UserType }) {
  const { t } = useTranslation();
  return officeMenu(role).map(([label, entries]) => (
    <section key={label} className={classes.group} aria-label={t(label)}>
      <p className={classes.head} aria-hidden="true">
        {t(label)}
      </p>
      {entries.map(({ to, label: name, icon: Icon }) => (
        <NavLink key={to} to={to} className={classes.link ?? ""}>
          <Icon size={19} stroke={1.8} aria-hidden="true" />
          {t(name)}
        </NavLink>
      ))}
    </section>
  ));
}
