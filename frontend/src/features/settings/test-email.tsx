import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { sendTestEmail } from "@/api/settings";
import { errorText } from "@/i18n/error-text";
import { toast } from "@/ui/toast";
import classes from "./settings.module.css";

interface TestEmailProps {
  /** Whether the form has unsaved changes. */
  unsaved: boolean;
  locked: boolean;
}

/** Sends a test email to the admin, to check the branding. */
export function TestEmail({ unsaved, locked }: TestEmailProps) {
  const { t } = useTranslation();
  const sending = useMutation({
    mutationFn: sendTestEmail,
    onSuccess: ({ email }) => toast.success(t("settings.brand.test_sent", { email })),
  });
  return (
    <>
      <div className={classes.actions}>
        <Button
          variant="default"
          disabled={locked || unsaved}
          loading={sending.isPending}
          onClick={() => sending.mutate()}
        >
          {t("settings.brand.test_email")}
        </Button>
        {unsaved ? <span className={classes.soft}>{t("settings.brand.test_unsaved")}</span> : null}
      </div>
      {sending.error ? (
        <p className={classes.error} role="alert">
          {errorText(sending.error, t)}
        </p>
      ) : null}
    </>
  );
}
