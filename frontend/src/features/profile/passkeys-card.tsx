import { Button, Skeleton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { supportsPasskeys } from "@/api/passkey-support";
import { passkeysKey, passkeysQuery } from "@/api/passkeys";
import { twoFactorKey } from "@/api/two-factor";
import type { AddedPasskey, Me, Passkey } from "@/api/types";
import { ErrorState } from "@/ui/states";
import { toast } from "@/ui/toast";
import list from "./device-list.module.css";
import styles from "./form.module.css";
import { PasskeyForm } from "./passkey-form";
import { PasskeyRow } from "./passkey-row";
import { RecoveryCodes } from "./recovery-codes";
import { RemovePasskeySheet } from "./remove-passkey-sheet";
import { Section } from "./section";

/** The user's passkeys: add, rename, remove. */
export function PasskeysCard({ me }: { me: Me }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const passkeys = useQuery(passkeysQuery());
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const isOpen = adding || codes !== null;

  // The closed form had the focus: return it to its button.
  useEffect(() => {
    if (!isOpen && wasOpen.current) opener.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);

  const onAdded = (added: AddedPasskey) => {
    toast.success(t("profile.passkeys.added_done"));
    void client.invalidateQueries({ queryKey: passkeysKey });
    void client.invalidateQueries({ queryKey: twoFactorKey, exact: true });
    setAdding(false);
    if (added.recovery_codes.length > 0) setCodes(added.recovery_codes);
  };

  return (
    <Section id="passkeys" title={t("profile.passkeys.title")} lead={t("profile.passkeys.lead")}>
      {passkeys.isPending ? (
        <div role="status">
          <span className="hx-visually-hidden">{t("app.loading")}</span>
          <Skeleton height="3.25rem" radius="md" />
        </div>
      ) : passkeys.isError ? (
        <ErrorState compact error={passkeys.error} onRetry={() => void passkeys.refetch()} />
      ) : (
        <div className={styles.form}>
          {passkeys.data.length === 0 ? (
            <p className={styles.note}>{t("profile.passkeys.none")}</p>
          ) : (
            <ul className={list.list}>
              {passkeys.data.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  onRemove={() => setRemoving(passkey)}
                />
              ))}
            </ul>
          )}
          {codes ? (
            <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
          ) : adding ? (
            <PasskeyForm me={me} onDone={onAdded} onCancel={() => setAdding(false)} />
          ) : supportsPasskeys() ? (
            <div className={styles.actions}>
              <Button ref={opener} variant="default" size="md" onClick={() => setAdding(true)}>
                {t("profile.passkeys.add")}
              </Button>
            </div>
          ) : (
            <p className={styles.note}>{t("errors.passkey_unavailable")}</p>
          )}
        </div>
      )}
      {removing ? (
        <RemovePasskeySheet me={me} passkey={removing} onClose={() => setRemoving(null)} />
      ) : null}
    </Section>
  );
}
