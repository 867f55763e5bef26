import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/ui/toast";
import form from "./form.module.css";
import classes from "./two-factor.module.css";

interface RecoveryCodesProps {
  codes: string[];
  onDone: () => void;
}

/** The recovery codes, shown once, to be copied or written down. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => list.current?.focus(), []);

  const copy = () =>
    navigator.clipboard
      .writeText(codes.join("\n"))
      .then(() => toast.success(t("profile.two_factor.codes_copied")))
      .catch(() => toast.failure(t("profile.referral.copy_failed")));

  return (
    <div className={form.form}>
      <p className={form.note}>
        <strong>{t("profile.two_factor.codes_lead")}</strong>
      </p>
      <ul
        ref={list}
        tabIndex={-1}
        dir="ltr"
        className={classes.codes}
        aria-label={t("profile.two_factor.codes_title")}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={form.actions}>
        <Button size="md" variant="lamp" onClick={onDone}>
          {t("profile.two_factor.codes_done")}
        </Button>
        <Button size="md" variant="default" onClick={() => void copy()}>
          {t("profile.two_factor.codes_copy")}
        </Button>
      </div>
    </div>
  );
}
