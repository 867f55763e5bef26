import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { changeProfile, type ProfileChanges } from "@/api/profile";
import type { Me } from "@/api/types";
import classes from "./form.module.css";
import { SaveBar } from "./save-bar";
import { Section } from "./section";
import { useDraft } from "./use-draft";
import { useSave } from "./use-save";

const NAMES = ["first_name", "last_name"] as const;

/** Requires both names or none, like the server. */
async function save(names: ProfileChanges): Promise<Me> {
  if (!names.first_name || !names.last_name) {
    throw new ApiError(400, "proper_input_name", "Enter first and last name.");
  }
  return changeProfile(names);
}

export function DetailsCard({ me }: { me: Me }) {
  const { t } = useTranslation();
  const draft = useDraft({ first_name: me.first_name, last_name: me.last_name });
  const saving = useSave(save, { message: t("errors.profile_updated"), after: draft.undo });

  return (
    <Section id="details" title={t("profile.details.title")}>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate(draft.clean());
        }}
      >
        <div className={classes.pair}>
          {NAMES.map((name) => (
            <TextInput
              key={name}
              label={t(`profile.details.${name}`)}
              dir="auto"
              autoComplete={name === "first_name" ? "given-name" : "family-name"}
              maxLength={80}
              value={draft.shown[name]}
              error={saving.isError && draft.shown[name].trim() === ""}
              onChange={(event) => {
                saving.reset();
                draft.change(name, event.currentTarget.value);
              }}
            />
          ))}
        </div>
        <dl className={classes.facts}>
          <div>
            <dt>{t("profile.details.user_type")}</dt>
            <dd>{t(`role.${me.user_type}`)}</dd>
          </div>
        </dl>
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
