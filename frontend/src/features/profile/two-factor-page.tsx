import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { meKey } from "@/api/me";
import { refreshMe } from "@/api/refresh-me";
import { signOut } from "@/api/session";
import { Failure } from "./failure";
import form from "./form.module.css";
import classes from "./two-factor.module.css";
import { TwoFactorSetup } from "./two-factor-setup";

/** The only page for staff until they set up two-factor login, when the settings require it. */
export function TwoFactorPage({ name }: { name: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const continueLogin = useMutation({
    mutationFn: async () => {
      await client.invalidateQueries({ queryKey: meKey, exact: true });
      await refreshMe(client);
    },
  });
  return (
    <main className={classes.page}>
      <div className={classes.head}>
        <strong>{name}</strong>
        <Button variant="default" size="md" onClick={() => void signOut().catch(() => undefined)}>
          {t("nav.logout")}
        </Button>
      </div>
      <h1 className={classes.title}>{t("profile.two_factor.page_title")}</h1>
      <p className={form.note}>{t("profile.two_factor.page_lead")}</p>
      <TwoFactorSetup onDone={() => continueLogin.mutate()} />
      <Failure error={continueLogin.error} />
    </main>
  );
}
