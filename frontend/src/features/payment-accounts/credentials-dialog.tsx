import { Button, PasswordInput, Select, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import {
  type Credential,
  type PaymentAccount,
  paymentAccountsKey,
  setPaymentAccount,
} from "@/api/payment-accounts";
import { errorText } from "@/i18n/error-text";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import { GuardedModal } from "@/ui/guarded";
import classes from "./payment-accounts.module.css";

interface CredentialsDialogProps {
  account: PaymentAccount;
  onClose: () => void;
}

/** The credentials of a gateway in one mode. Secrets can be replaced, never read. */
export function CredentialsDialog({ account, onClose }: CredentialsDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm({
    // Undefined values are unchanged and not sent.
    values: Object.fromEntries(account.credentials.map(({ name }) => [name, undefined])) as Record<
      string,
      string | undefined
    >,
    send: (typed) => {
      const changed = Object.entries(typed).filter((entry): entry is [string, string] => {
        return entry[1] !== undefined;
      });
      return setPaymentAccount(account, { credentials: Object.fromEntries(changed) });
    },
    notice: t("settings.accounts.saved"),
    onDone: () => {
      onClose();
      return client.invalidateQueries({ queryKey: paymentAccountsKey });
    },
  });
  const mode = t(`settings.accounts.${account.mode}`);

  return (
    <GuardedModal
      opened
      onClose={onClose}
      title={t("settings.accounts.enter_of", { name: account.label, mode })}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <Form form={form} className={classes.form}>
        <p className={classes.soft}>{t("settings.accounts.sealed")}</p>
        {account.credentials.map((credential) => (
          <CredentialField
            key={credential.name}
            credential={credential}
            value={form.values[credential.name]}
            error={form.errorOf(credential.name)}
            onChange={(value) => form.setFieldValue(credential.name, value)}
          />
        ))}
        <FormFailure
          form={form}
          text={(error) =>
            error instanceof ApiError && error.code.startsWith("credentials_")
              ? error.detail
              : errorText(error, t)
          }
        />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t("app.cancel")}
          </Button>
          <Button type="submit" variant="lamp" loading={form.isPending}>
            {t("settings.accounts.save")}
          </Button>
        </div>
      </Form>
    </GuardedModal>
  );
}

interface CredentialFieldProps {
  credential: Credential;
  /** The new value, or undefined if the field is unchanged. */
  value: string | undefined;
  error: string | boolean;
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
