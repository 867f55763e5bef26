import { Radio } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { saveLanguage } from "@/api/profile";
import { errorText } from "@/i18n/error-text";
import { isLanguage, LANGUAGES, type Language } from "@/i18n/languages";
import { changeLanguage } from "@/i18n/setup";
import classes from "./form.module.css";
import { Section } from "./section";

/** Switches the app's language at once, and saves it for emails and notifications. */
export function LanguageCard() {
  const { t, i18n } = useTranslation();
  const saving = useMutation({
    mutationFn: async (language: Language) => {
      await changeLanguage(language);
      await saveLanguage(language);
    },
  });

  return (
    <Section
      id="language"
      title={t("profile.language.title")}
      lead={<span id="language-lead">{t("profile.language.label")}</span>}
    >
      <div className={classes.form}>
        <Radio.Group
          aria-label={t("profile.language.title")}
          aria-describedby="language-lead"
          value={i18n.language}
          onChange={(code) => {
            if (isLanguage(code)) saving.mutate(code);
          }}
        >
          <div className={classes.choices}>
            {LANGUAGES.map(({ code, name }) => (
              <Radio key={code} value={code} label={<span lang={code}>{name}</span>} />
            ))}
          </div>
        </Radio.Group>
        {saving.error ? (
          <p className={classes.error} role="alert">
            {t("profile.language.not_saved", { reason: errorText(saving.error, t) })}
          </p>
        ) : null}
      </div>
    </Section>
  );
}
