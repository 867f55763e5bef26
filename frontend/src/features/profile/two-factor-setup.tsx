import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { beginTwoFactor, confirmTwoFactor, twoFactorKey } from "@/api/two-factor";
import { CodeField, isCode } from "@/ui/code-field";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import { ErrorState } from "@/ui/states";
import styles from "./form.module.css";
import { RecoveryCodes } from "./recovery-codes";
import classes from "./two-factor.module.css";

interface TwoFactorSetupProps {
  /** Called once the user has confirmed the recovery codes. */
  onDone: () => void;
  onCancel?: () => void;
  /** Whether a button opened it, so that the code field takes the focus. */
  focused?: boolean;
}

/** Sets up an authenticator app: shows the secret, checks a code, and shows the recovery codes once. */
export function TwoFactorSetup({ onDone, onCancel, focused = false }: TwoFactorSetupProps) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<string[] | null>(null);
  const field = useRef<HTMLInputElement>(null);
  // Each setup has its own secret. A refetch replaces it, so no event and no reconnect may trigger one.
  const setup = useQuery({
    queryKey: [...twoFactorKey, "setup"],
    queryFn: beginTwoFactor,
    staleTime: "static",
    gcTime: 0,
    retry: false,
  });
  const form = useForm({
    values: { code: "" },
    send: ({ code }) => {
      if (!isCode(code)) throw new ApiError(400, "two_factor_wrong_code", "");
      return confirmTwoFactor(code);
    },
    marks: () => ["code"],
    onDone: setCodes,
    onRefused: (error) => {
      if (error instanceof ApiError && error.code === "two_factor_setup_expired") {
        void setup.refetch();
      }
    },
  });

  useEffect(() => {
    if (focused && setup.isSuccess) field.current?.focus({ preventScroll: true });
  }, [focused, setup.isSuccess]);

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (setup.isPending) return <Skeleton height="16rem" radius="lg" />;
  if (setup.isError) {
    return <ErrorState compact error={setup.error} onRetry={() => void setup.refetch()} />;
  }
  return (
    <Form form={form} className={styles.form}>
      <ol className={classes.steps}>
        <li>{t("profile.two_factor.step_app")}</li>
        <li>{t("profile.two_factor.step_scan")}</li>
        <li>{t("profile.two_factor.step_code")}</li>
      </ol>
      <div className={classes.scan}>
        <img
          className={classes.picture}
          src={setup.data.qr_code}
          alt={t("profile.two_factor.qr_alt")}
        />
        <div>
          <p className={styles.note}>{t("profile.two_factor.secret")}</p>
          <bdi dir="ltr" className={classes.secret}>
            {setup.data.secret}
          </bdi>
        </div>
      </div>
      <CodeField label={t("profile.two_factor.code")} {...form.field("code")} inputRef={field} />
      <FormFailure form={form} />
      <p className={styles.note}>{t("profile.two_factor.others_out")}</p>
      <div className={styles.actions}>
        <Button type="submit" size="md" variant="lamp" loading={form.isPending}>
          {t("profile.two_factor.turn_on")}
        </Button>
        {onCancel ? (
          <Button size="md" variant="default" onClick={onCancel}>
            {t("profile.password.cancel")}
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
