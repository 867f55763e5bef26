import { Button, CopyButton, Switch } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { type PaymentAccount, setPaymentAccount } from "@/api/payment-accounts";
import { errorText } from "@/i18n/error-text";
import { Message } from "@/ui/message";
import { ProviderMark } from "@/ui/provider-mark";
import { useReadOnly } from "@/ui/read-only";
import { toast } from "@/ui/toast";
import { AccountCheck } from "./account-check";
import classes from "./payment-accounts.module.css";

const FEW = 8;

interface ProviderCardProps {
  /** The modes of one gateway. */
  accounts: readonly PaymentAccount[];
  onEnter: (account: PaymentAccount) => void;
}

/** One gateway: its state in each mode, and its webhook URL. */
export function ProviderCard({ accounts, onEnter }: ProviderCardProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const readOnly = useReadOnly();
  const [first] = accounts;
  const toggle = useMutation({
    mutationFn: ({ account, enabled }: { account: PaymentAccount; enabled: boolean }) =>
      setPaymentAccount(account, { enabled }),
    onSuccess: async (account) => {
      const messageKey = account.enabled ? "settings.accounts.on_now" : "settings.accounts.off_now";
      toast.success(t(messageKey, { name: account.label }));
      await client.invalidateQueries({ queryKey: ["settings"] });
    },
  });
  if (!first) return null;
  const currencies = first.currencies;

  return (
    <section className={classes.card} aria-label={first.label}>
      <header className={classes.head}>
        <ProviderMark mark={first.mark} />
        <h2 className={classes.title}>
          <bdi>{first.label}</bdi>
        </h2>
        {first.docs_url ? (
          <a
            className={classes.docs}
            href={first.docs_url}
            target="_blank"
            rel="noreferrer"
            aria-label={`${t("settings.accounts.docs")}: ${first.label}`}
          >
            {t("settings.accounts.docs")}
          </a>
        ) : null}
      </header>
      {accounts.map((account) => {
        const mode = t(`settings.accounts.${account.mode}`);
        const names = { name: account.label, mode };
        return (
          <Fragment key={account.mode}>
            <div className={classes.mode}>
              <Switch
                label={mode}
                aria-label={t("settings.accounts.switch_of", names)}
                description={t(stateOf(account))}
                checked={account.enabled}
                disabled={readOnly || toggle.isPending}
                onChange={(event) =>
                  toggle.mutate({ account, enabled: event.currentTarget.checked })
                }
              />
              {account.credentials.length > 0 && !readOnly ? (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t("settings.accounts.enter_of", names)}
                  aria-haspopup="dialog"
                  onClick={() => onEnter(account)}
                >
                  {t("settings.accounts.enter")}
                </Button>
              ) : null}
            </div>
            {account.complete && account.credentials.length > 0 && !readOnly ? (
              <AccountCheck account={account} />
            ) : null}
          </Fragment>
        );
      })}
      {toggle.error ? (
        <Message tone="danger" urgent>
          {switchErrorText(toggle.error, t)}
        </Message>
      ) : null}
      <p className={classes.soft}>
        {t("settings.accounts.currencies")}:{" "}
        {currencies === null ? (
          t("settings.accounts.any_currency")
        ) : (
          <bdi dir="ltr" title={currencies.join(", ")}>
            {currencies.slice(0, FEW).join(", ")}
            {currencies.length > FEW ? ` +${currencies.length - FEW}` : ""}
          </bdi>
        )}
      </p>
      <div className={classes.webhook}>
        <span className={classes.soft}>{t("settings.accounts.webhook")}</span>
        <code dir="ltr" className={classes.url}>
          {first.webhook_url}
        </code>
        <CopyButton value={first.webhook_url}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              variant="subtle"
              leftSection={
                copied ? (
                  <IconCheck size={16} aria-hidden="true" />
                ) : (
                  <IconCopy size={16} aria-hidden="true" />
                )
              }
              onClick={copy}
            >
              {t(copied ? "settings.accounts.copied" : "settings.accounts.copy")}
            </Button>
          )}
        </CopyButton>
      </div>
      {first.webhook_events.length > 0 ? (
        <div className={classes.soft}>
          {t("settings.accounts.events")}
          <ul className={classes.events} dir="ltr">
            {first.webhook_events.map((event) => (
              <li key={event}>
                <code>{event}</code>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  );
}

/** Returns the gateway's own message if the credentials were tested. */
function switchErrorText(error: unknown, t: TFunction): string {
  const tested = error instanceof ApiError && error.code.startsWith("credentials_");
  const field = error instanceof ApiError ? Object.entries(error.fields)[0] : undefined;
  if (tested) return error.detail;
  return field ? `${field[0]}: ${field[1]}` : errorText(error, t);
}

function stateOf(account: PaymentAccount) {
  if (!account.readable) return "settings.accounts.unreadable";
  if (account.enabled && account.broken) return "settings.accounts.not_offered";
  if (account.enabled) return "settings.accounts.enabled";
  return account.complete ? "settings.accounts.ready" : "settings.accounts.incomplete";
}
