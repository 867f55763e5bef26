import { Button, Skeleton } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { beginTwoFactor, confirmTwoFactor, twoFactorKey } from "@/api/two-factor";
import { CodeField, isCode } from "@/ui/code-field";
import { ErrorState } from "@/ui/states";
import { Failure } from "./failure";
import form from "./form.module.css";
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
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // Each setup has its own secret. A refetch replaces it, so no event and no reconnect may trigger one.
  const setup = useQuery({
    queryKey: [...twoFactorKey, "setup"],
    queryFn: beginTwoFactor,
    staleTime: "static",
    gcTime: 0,
    retry: false,
  });
  const confirm = useMutation({
    mutationFn: async (typed: string) => {
      if (!isCode(typed)) throw new ApiError(400, "two_factor_wrong_code", "");
      return confirmTwoFactor(typed);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "two_factor_setup_expired") {
        void setup.refetch();
      }
    },
  });

  useEffect(() => {
    if (focused && setup.isSuccess) field.current?.focus({ preventScroll: true });
  }, [focused, setup.isSuccess]);

  if (confirm.data) return <RecoveryCodes codes={confirm.data} onDone={onDone} />;
  if (setup.isPending) return <Skeleton height="16rem" radius="lg" />;
  if (setup.isError) {
    return <ErrorState compact error={setup.error} onRetry={() => void setup.refetch()} />;
  }
  return (
    <form
      noValidate
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate(code);
      }}
    >
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
          <p className={form.note}>{t("profile.two_factor.secret")}</p>
          <bdi dir="ltr" className={classes.secret}>
            {setup.data.secret}
          </bdi>
        </div>
      </div>
      <CodeField
        label={t("profile.two_factor.code")}
        value={code}
        onChange={(typed) => {
          confirm.reset();
          setCode(typed);
        }}
        error={confirm.error !== null}
        inputRef={field}
      />
      <Failure error={confirm.error} />
      <p className={form.note}>{t("profile.two_factor.others_out")}</p>
      <div className={form.actions}>
        <Button type="submit" size="md" variant="lamp" loading={confirm.isPending}>
          {t("profile.two_factor.turn_on")}
        </Button>
        {onCancel ? (
          <Button size="md" variant="default" onClick={onCancel}>
            {t("profile.password.cancel")}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
