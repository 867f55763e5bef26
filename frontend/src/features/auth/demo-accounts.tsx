import { IconCarSuv, IconMapPin, IconSettings, IconUsersGroup } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { DemoAccount } from "@/api/types";
import classes from "./demo-accounts.module.css";
import type { SignInEntry } from "./use-sign-in";

const icons = {
  rider: IconMapPin,
  driver: IconCarSuv,
  fleetadmin: IconUsersGroup,
  admin: IconSettings,
} as const;

/** The seeded demo accounts. One click fills the form and logs in. */
export function DemoAccounts({ accounts, entry }: { accounts: DemoAccount[]; entry: SignInEntry }) {
  const { t } = useTranslation();
  return (
    <section className={classes.demo} aria-labelledby="demo-title">
      <h2 id="demo-title" className={classes.title}>
        {t("auth.demo_title")}
      </h2>
      <p className={classes.lead}>{t("auth.demo_lead")}</p>
      <ul className={classes.list}>
        {accounts.map(({ email, password, role, name }) => {
          const Icon = icons[role];
          return (
            <li key={email}>
              <button
                type="button"
                className={classes.account}
                disabled={entry.working}
                onClick={() => entry.enterAs({ email, password })}
              >
                <Icon size={22} stroke={1.7} aria-hidden="true" />
                <span className={classes.role}>{t(`role.${role}`)}</span>
                <span className={classes.name}>
                  <bdi>{name}</bdi>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
