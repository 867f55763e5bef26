import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { checkPaymentAccount, type PaymentAccount } from "@/api/payment-accounts";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { Message } from "@/ui/message";
import classes from "./payment-accounts.module.css";

/** The result of the last credentials check in one mode, and a button to check again. */
export function AccountCheck({ account }: { account: PaymentAccount }) {
  const { t } = useTranslation();
  const { ago } = useFormat();
  const client = useQueryClient();
  const checking = useMutation({
    mutationFn: () => checkPaymentAccount(account),
    onSettled: () => client.invalidateQueries({ queryKey: ["settings"] }),
  });
  const { check } = account;
  const mode = t(`settings.accounts.${account.mode}`);

  return (
    <div className={classes.check}>
      {account.broken ? <Message tone="danger">{t("settings.accounts.broken")}</Message> : null}
      <div className={classes.checkLine}>
        <p className={classes.soft} role="status">
          {check ? (
            <>
              {t(`settings.accounts.check_${check.outcome}`)}{" "}
              {check.reason ? <bdi dir="ltr">{check.reason}</bdi> : null}{" "}
              <small>{ago(check.at)}</small>
            </>
          ) : (
            t("settings.accounts.check_none")
          )}
        </p>
        <Button
          variant="subtle"
          size="xs"
          loading={checking.isPending}
          aria-label={t("settings.accounts.check_of", { name: account.label, mode })}
          onClick={() => checking.mutate()}
        >
          {t("settings.accounts.check")}
        </Button>
      </div>
      {checking.error ? (
        <Message tone="danger" urgent>
          {errorText(checking.error, t)}
        </Message>
      ) : null}
    </div>
  );
}
