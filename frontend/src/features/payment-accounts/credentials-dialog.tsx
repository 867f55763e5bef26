import { Button, PasswordInput, Select, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import {
  type Credential,
  type PaymentAccount,
  paymentAccountsKey,
  setPaymentAccount,
} from "@/api/payment-accounts";
import { errorText } from "@/i18n/error-text";
import { GuardedModal } from "@/ui/guarded";
import { Message } from "@/ui/message";
import { toast } from "@/ui/toast";
import classes from "./payment-accounts.module.css";

interface CredentialsDialogProps {
  account: PaymentAccount;
  onClose: () => void;
}

/** The credentials of a gateway in one mode. Secrets can be replaced, never read. */
export function CredentialsDialog({ account, onClose }: CredentialsDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const saving = useMutation({
    mutationFn: () => setPaymentAccount(account, { credentials: typed }),
    onSuccess: async () => {
      toast.success(t("settings.accounts.saved"));
      onClose();
      await client.invalidateQueries({ queryKey: paymentAccountsKey });
    },
  });
  const faults = saving.error instanceof ApiError ? saving.error.fields : {};
  const beside = account.credentials.some(({ name }) => faults[name]);
  const mode = t(`settings.accounts.${account.mode}`);

  return (
    <GuardedModal
      opened
      onClose={onClose}
      title={t("settings.accounts.enter_of", { name: account.label, mode })}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <p className={classes.soft}>{t("settings.accounts.sealed")}</p>
        {account.credentials.map((credential) => (
          <CredentialField
            key={credential.name}
            credential={credential}
            value={typed[credential.name]}
            error={faults[credential.name]}
            onChange={(value) => setTyped({ ...typed, [credential.name]: value })}
          />
        ))}
        {saving.error && !beside ? (
          <Message tone="danger" urgent>
            {saving.error instanceof ApiError && saving.error.code.startsWith("credentials_")
              ? saving.error.detail
              : errorText(saving.error, t)}
          </Message>
        ) : null}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t("app.cancel")}
          </Button>
          <Button type="submit" variant="lamp" loading={saving.isPending}>
            {t("settings.accounts.save")}
          </Button>
        </div>
      </form>
    </GuardedModal>
  );
}

interface CredentialFieldProps {
  credential: Credential;
  /** The new value, or undefined if the field is unchanged. */
  value: string | undefined;
  error: string | undefined;
  onChange: (value: string) => void;
}

function CredentialField({ credential, value, error, onChange }: CredentialFieldProps) {
  const { t } = useTranslation();
  const { name, secret, is_set, required, choices, example } = credential;
  const common = {
    label: name,
    error,
    dir: "ltr" as const,
    description: required ? undefined : t("settings.accounts.optional"),
  };
  if (choices.length > 0) {
    return (
      <Select
        {...common}
        data={choices}
        clearable={!required}
        value={(value ?? credential.value) || null}
        onChange={(chosen) => onChange(chosen ?? "")}
      />
    );
  }
  if (!secret) {
    return (
      <TextInput
        {...common}
        autoComplete="off"
        placeholder={example}
        value={value ?? credential.value ?? ""}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <div className={classes.secret}>
      <PasswordInput
        {...common}
        autoComplete="new-password"
        placeholder={
          is_set && value === ""
            ? t("settings.accounts.forgotten")
            : t(is_set ? "settings.accounts.set" : "settings.accounts.not_set")
        }
        value={value ?? ""}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {is_set && value !== "" ? (
        <Button size="xs" variant="subtle" onClick={() => onChange("")}>
          {t("settings.accounts.forget", { name })}
        </Button>
      ) : null}
    </div>
  );
}
