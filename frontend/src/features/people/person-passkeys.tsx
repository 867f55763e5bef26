import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { personKey, removePersonPasskey } from "@/api/people";
import type { Passkey, Person } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";
import classes from "./people.module.css";

/** A user's passkeys, which staff remove for users who lost a device. */
export function PersonPasskeys({ person }: { person: Person }) {
  const { t } = useTranslation();
  const { ago } = useFormat();
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const { passkeys } = person.facts;
  if (passkeys.length === 0 && !removing) return null;
  return (
    <section className={classes.passkeys} aria-labelledby="passkeys-title">
      <h2 id="passkeys-title">{t("people.passkeys")}</h2>
      <ul>
        {passkeys.map((passkey) => (
          <li key={passkey.id}>
            <span>
              <bdi>{passkey.name}</bdi>
              <span className={classes.note}>
                {passkey.last_used_at
                  ? t("people.passkey_used", { ago: ago(passkey.last_used_at) })
                  : t("people.passkey_unused")}
              </span>
            </span>
            <Button
              variant="default"
              aria-haspopup="dialog"
              aria-label={t("people.passkey_remove_of", { name: passkey.name })}
              onClick={() => setRemoving(passkey)}
            >
              {t("people.passkey_remove")}
            </Button>
          </li>
        ))}
      </ul>
      {removing ? (
        <RemoveSheet person={person} passkey={removing} onClose={() => setRemoving(null)} />
      ) : null}
    </section>
  );
}

interface RemoveSheetProps {
  person: Person;
  passkey: Passkey;
  onClose: () => void;
}

function RemoveSheet({ person, passkey, onClose }: RemoveSheetProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { name } = passkey;
  const work = useMutation({
    mutationFn: () => removePersonPasskey(person.id, passkey.id),
    onSuccess: (fresh) => {
      client.setQueryData(personKey(person.id), fresh);
      toast.success(t("people.passkey_removed", { name }));
      onClose();
    },
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("people.passkey_remove_title", { name })}
      confirmLabel={t("people.passkey_remove")}
      tone="danger"
      working={work.isPending}
      error={work.error}
      onConfirm={() => work.mutate()}
    >
      <p className={classes.explanation}>{t("people.passkey_remove_body")}</p>
    </ConfirmSheet>
  );
}
