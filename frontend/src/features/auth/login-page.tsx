import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import type { Me } from "@/api/types";
import { Cityscape } from "@/ui/cityscape/cityscape";
import { DemoAccounts } from "./demo-accounts";
import classes from "./login-page.module.css";
import { PasswordForm } from "./password-form";
import { useSignIn } from "./use-sign-in";

interface LoginPageProps {
  onSignedIn: (me: Me) => void;
  /** Why somebody ended up here, when the guard sent them. */
  notice?: string | undefined;
}

export function LoginPage({ onSignedIn, notice }: LoginPageProps) {
  const { t } = useTranslation();
  const { data: settings } = useQuery(publicSettingsQuery());
  const entry = useSignIn(onSignedIn);

  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <div className={classes.column}>
          <h1 className={classes.title}>{t("auth.title")}</h1>
          <p className={classes.lead}>{t("auth.lead")}</p>
          {notice ? <p className={classes.notice}>{notice}</p> : null}
          <PasswordForm entry={entry} />
          {settings?.demo ? <DemoAccounts accounts={settings.demo.accounts} entry={entry} /> : null}
        </div>
      </div>
      <div className={classes.picture} aria-hidden="true">
        <Cityscape />
        <p className={classes.quote}>{t("auth.quote")}</p>
      </div>
    </div>
  );
}
