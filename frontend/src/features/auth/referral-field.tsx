import { TextInput } from "@mantine/core";
import { IconCircleCheckFilled } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/i18n/use-format";
import classes from "./register-page.module.css";
import { useReferrer } from "./use-referrer";

interface ReferralFieldProps {
  value: string;
  onChange: (id: string) => void;
  /** The bonus for each side, as a decimal string. */
  bonus: string | undefined;
  error: string | boolean;
}

/** The referral id. The specification marks the field as required, but empty input is accepted. */
export function ReferralField({ value, onChange, bonus, error }: ReferralFieldProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { state, look } = useReferrer(value);
  const pays = bonus !== undefined && Number(bonus) > 0;
  const unknown = state === "unknown" ? t("errors.referer_not_found") : false;

  return (
    <div>
      <TextInput
        label={t("register.referral_id")}
        description={state === "known" ? undefined : t("register.referral_hint")}
        withAsterisk
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={look}
        error={error || unknown}
        errorProps={{ role: "alert" }}
        inputWrapperOrder={["label", "input", "error", "description"]}
      />
      <p className={classes.referrer} role="status" data-known={state === "known" || undefined}>
        {state === "looking" ? t("register.referral_looking") : null}
        {state === "known" ? (
          <>
            <IconCircleCheckFilled size={18} aria-hidden="true" />
            {pays
              ? t("register.referral_bonus", { amount: money(bonus) })
              : t("register.referral_known")}
          </>
        ) : null}
      </p>
    </div>
  );
}
