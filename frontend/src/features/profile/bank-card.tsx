import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { changeProfile } from "@/api/profile";
import type { Me } from "@/api/types";
import classes from "./form.module.css";
import { SaveBar } from "./save-bar";
import { Section } from "./section";
import { useDraft } from "./use-draft";
import { useSave } from "./use-save";

/** The bank account for withdrawals, for users who can request one. */
export function BankCard({ me }: { me: Me }) {
  const { t } = useTranslation();
  const { bank_name, bank_code, bank_account } = me;
  const draft = useDraft({ bank_name, bank_code, bank_account });
  const saving = useSave(changeProfile, { message: t("profile.bank.saved"), after: draft.undo });
  const field = (name: "bank_name" | "bank_code" | "bank_account") => ({
    value: draft.shown[name],
    autoComplete: "off",
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      saving.reset();
      draft.change(name, event.currentTarget.value);
    },
  });

  return (
    <Section id="bank" title={t("profile.bank.title")} lead={t("profile.bank.lead")}>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate(draft.clean());
        }}
      >
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
        <SaveBar
          changed={draft.changed}
          working={saving.isPending}
          error={saving.error}
          onUndo={() => {
            saving.reset();
            draft.undo();
          }}
        />
      </form>
    </Section>
  );
}
