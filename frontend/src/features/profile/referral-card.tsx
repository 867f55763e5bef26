import { Button } from "@mantine/core";
import { IconCopy, IconLink, IconShare2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { useFormat } from "@/i18n/use-format";
import { toast } from "@/ui/toast";
import form from "./form.module.css";
import classes from "./referral-card.module.css";
import { Section } from "./section";

const sharedLink = (id: string) => `${location.origin}/register?ref=${encodeURIComponent(id)}`;

/** The user's referral id, to copy or to share as a link. */
export function ReferralCard({ id }: { id: string }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { data: settings } = useQuery(publicSettingsQuery());
  const [failed, setFailed] = useState(false);
  const link = sharedLink(id);
  const canShare = "share" in navigator;

  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setFailed(false);
      toast.success(t("profile.referral.copied"));
    } catch {
      setFailed(true);
    }
  };
  const share = async () => {
    const name = settings?.app_name || "Hansom";
    // Closing the system's share sheet is not an error.
    await navigator
      .share({ title: name, text: t("profile.referral.share_text", { name }), url: link })
      .catch(() => undefined);
  };

  const bonus = settings?.register.referral_bonus ?? "0";
  const lead =
    Number(bonus) > 0
      ? t("profile.referral.body_bonus", { amount: money(bonus) })
      : t("profile.referral.body");

  return (
    <Section id="referral" title={t("profile.referral.title")} lead={lead}>
      <div className={form.form}>
        <p className={classes.ticket}>
          <span className={classes.label}>{t("profile.referral.id")}</span>
          <bdi className={classes.id} dir="ltr">
            {id}
          </bdi>
        </p>
        <div className={form.actions}>
          <Button
            variant="default"
            size="md"
            leftSection={<IconCopy size={18} aria-hidden="true" />}
            onClick={() => void copy(id)}
          >
            {t("profile.referral.copy")}
          </Button>
          <Button
            variant="filled"
            size="md"
            leftSection={
              canShare ? (
                <IconShare2 size={18} aria-hidden="true" />
              ) : (
                <IconLink size={18} aria-hidden="true" />
              )
            }
            onClick={() => void (canShare ? share() : copy(link))}
          >
            {t(canShare ? "profile.referral.share" : "profile.referral.copy_link")}
          </Button>
        </div>
        {failed ? (
          <p className={form.error} role="alert">
            {t("profile.referral.copy_failed")} <bdi dir="ltr">{link}</bdi>
          </p>
        ) : null}
      </div>
    </Section>
  );
}
