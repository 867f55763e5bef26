import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { changeProfile, type ProfileChanges } from "@/api/profile";
import type { Me } from "@/api/types";
import { Form } from "@/ui/form/form";
import classes from "./form.module.css";
import { SaveBar } from "./save-bar";
import { Section } from "./section";
import { useProfileForm } from "./use-profile-form";

const NAMES = ["first_name", "last_name"] as const;

/** Requires both names, like the server. */
async function save(names: ProfileChanges): Promise<Me> {
  if (!names.first_name || !names.last_name) {
    throw new ApiError(400, "proper_input_name", "Enter first and last name.");
  }
  return changeProfile(names);
}

export function DetailsCard({ me }: { me: Me }) {
  const { t } = useTranslation();
  const form = useProfileForm({
    saved: { first_name: me.first_name, last_name: me.last_name },
    send: save,
    marks: (_error, values) => NAMES.filter((name) => values[name].trim() === ""),
    notice: t("errors.profile_updated"),
  });

  return (
    <Section id="details" title={t("profile.details.title")}>
      <Form form={form} className={classes.form}>
        <div className={classes.pair}>
          {NAMES.map((name) => (
            <TextInput
              key={name}
              label={t(`profile.details.${name}`)}
              dir="auto"
              autoComplete={name === "first_name" ? "given-name" : "family-name"}
              maxLength={80}
              {...form.field(name)}
            />
          ))}
        </div>
        <dl className={classes.facts}>
          <div>
            <dt>{t("profile.details.user_type")}</dt>
            <dd>{t(`role.${me.user_type}`)}</dd>
          </div>
        </dl>
        <SaveBar form={form} />
      </Form>
    </Section>
  );
}
