import { Button, TextInput } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { passkeysKey, renamePasskey } from "@/api/passkeys";
import type { Passkey } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import list from "./device-list.module.css";
import styles from "./form.module.css";

interface PasskeyRowProps {
  passkey: Passkey;
  onRemove: () => void;
}

/** A passkey of the user, with its name, dates and actions. */
export function PasskeyRow({ passkey, onRemove }: PasskeyRowProps) {
  const { t } = useTranslation();
  const { ago, date } = useFormat();
  const [renaming, setRenaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setRenaming(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (renaming) {
    return (
      <li className={list.form}>
        <RenameForm passkey={passkey} onClose={close} />
      </li>
    );
  }
  const { name } = passkey;
  return (
    <li className={list.row}>
      <IconFingerprint className={list.icon} size={26} stroke={1.5} aria-hidden="true" />
      <div className={list.text}>
        <span className={list.name}>
          <bdi>{name}</bdi>
        </span>
        <span className={list.second}>
          {t("profile.passkeys.added", { date: date(passkey.created_at) })}
          {" · "}
          {passkey.last_used_at
            ? t("profile.passkeys.used", { ago: ago(passkey.last_used_at) })
            : t("profile.passkeys.unused")}
        </span>
      </div>
      <div className={list.buttons}>
        <Button
          ref={button}
          variant="default"
          aria-label={t("profile.passkeys.rename_of", { name })}
          onClick={() => setRenaming(true)}
        >
          {t("profile.passkeys.rename")}
        </Button>
        <Button
          variant="default"
          aria-haspopup="dialog"
          aria-label={t("profile.passkeys.remove_of", { name })}
          onClick={onRemove}
        >
          {t("profile.passkeys.remove")}
        </Button>
      </div>
    </li>
  );
}

function RenameForm({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const form = useForm({
    values: { name: passkey.name },
    send: ({ name }) => renamePasskey(passkey.id, name.trim()),
    notice: t("profile.passkeys.renamed"),
    onDone: async () => {
      await client.invalidateQueries({ queryKey: passkeysKey });
      onClose();
    },
  });
  return (
    <Form form={form} className={styles.form}>
      <TextInput
        ref={field}
        label={t("profile.passkeys.name")}
        maxLength={60}
        autoComplete="off"
        {...form.field("name")}
      />
      <FormFailure form={form} />
      <div className={styles.actions}>
        <Button type="submit" size="md" variant="lamp" loading={form.isPending}>
          {t("profile.passkeys.save")}
        </Button>
        <Button size="md" variant="default" onClick={onClose}>
          {t("profile.password.cancel")}
        </Button>
      </div>
    </Form>
  );
}
