import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { changeProfile } from "@/api/profile";
import type { Me } from "@/api/types";
import { Form } from "@/ui/form/form";
import classes from "./form.module.css";
import { SaveBar } from "./save-bar";
import { Section } from "./section";
import { useProfileForm } from "./use-profile-form";

/** The bank account for withdrawals, for users who can request one. */
export function BankCard({ me }: { me: Me }) {
  const { t } = useTranslation();
  const { bank_name, bank_code, bank_account } = me;
  const form = useProfileForm({
    saved: { bank_name, bank_code, bank_account },
    send: changeProfile,
    notice: t("profile.bank.saved"),
  });
  const field = (name: keyof typeof form.values) => ({ ...form.field(name), autoComplete: "off" });

  return (
    <Section id="bank" title={t("profile.bank.title")} lead={t("profile.bank.lead")}>
      <Form form={form} className={classes.form}>
        <TextInput
          {...field("bank_name")}
          label={t("profile.bank.name")}
          dir="auto"
          maxLength={120}
        />
        <div className={classes.pair}>
          <TextInput
            {...field("bank_code")}
            label={t("profile.bank.code")}
            dir="ltr"
            maxLength={40}
          />
          <TextInput
            {...field("bank_account")}
            label={t("profile.bank.account")}
            dir="ltr"
            maxLength={60}
          />
        </div>
        <SaveBar form={form} />
      </Form>
    </Section>
  );
}
