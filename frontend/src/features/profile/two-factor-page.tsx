import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { meKey } from "@/api/me";
import { supportsPasskeys } from "@/api/passkey-support";
import { refreshMe } from "@/api/refresh-me";
import { signOut, useViewer } from "@/api/session";
import { Failure } from "./failure";
import form from "./form.module.css";
import { PasskeyForm } from "./passkey-form";
import { RecoveryCodes } from "./recovery-codes";
import classes from "./two-factor.module.css";
import { TwoFactorSetup } from "./two-factor-setup";

/** The only page for staff until they set up an app or a passkey, when the settings require it. */
export function TwoFactorPage({ name }: { name: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { me } = useViewer();
  const [byPasskey, setByPasskey] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
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
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => continueLogin.mutate()} />
      ) : byPasskey && me ? (
        <PasskeyForm
          me={me}
          onDone={(added) => setCodes(added.recovery_codes)}
          onCancel={() => setByPasskey(false)}
        />
      ) : (
        <>
          <TwoFactorSetup onDone={() => continueLogin.mutate()} />
          {me && supportsPasskeys() ? (
            <Button variant="default" size="md" onClick={() => setByPasskey(true)}>
              {t("profile.passkeys.instead")}
            </Button>
          ) : null}
        </>
      )}
      <Failure error={continueLogin.error} />
    </main>
  );
}
