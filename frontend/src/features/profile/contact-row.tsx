import { Button } from "@mantine/core";
import { IconAlertCircle, IconCircleCheck, IconMail, IconPhone } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./contact-row.module.css";

interface ContactRowProps {
  kind: "email" | "mobile";
  value: string | null;
  confirmed: boolean;
  /** Undefined if the value cannot be changed. */
  onChange?: (() => void) | undefined;
}

/** An address or number, whether it is verified, and a button to change it. */
export function ContactRow({ kind, value, confirmed, onChange }: ContactRowProps) {
  const { t } = useTranslation();
  const Icon = kind === "email" ? IconMail : IconPhone;
  const label = t(`profile.contact.${value ? "change" : "add"}_${kind}`);
  return (
    <div className={classes.row}>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={20} stroke={1.7} />
      </span>
      <div className={classes.text}>
        <span className={classes.label}>{t(`profile.contact.${kind}`)}</span>
        {value ? (
          <bdi className={classes.value} dir="ltr">
            {value}
          </bdi>
        ) : (
          <span className={classes.none}>{t(`profile.contact.none_${kind}`)}</span>
        )}
        {value ? (
          <span className={classes.proof} data-confirmed={confirmed || undefined}>
            {confirmed ? (
              <IconCircleCheck size={16} aria-hidden="true" />
            ) : (
              <IconAlertCircle size={16} aria-hidden="true" />
            )}
            {t(confirmed ? "profile.contact.confirmed" : "profile.contact.unconfirmed")}
          </span>
        ) : null}
      </div>
      {onChange ? (
        <Button variant="default" aria-label={label} aria-haspopup="dialog" onClick={onChange}>
          {t(value ? "profile.contact.change" : "profile.contact.add")}
        </Button>
      ) : null}
    </div>
  );
}
