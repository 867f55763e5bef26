import { IconWorld } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { isLanguage, LANGUAGES, type Language } from "@/i18n/languages";
import { changeLanguage } from "@/i18n/setup";
import classes from "./header-tools.module.css";

interface LanguagePickerProps {
  /** Only the icon on phones, whose header has little space for a user's tools. */
  compact?: boolean;
  /** Called once the page has changed. */
  onChosen?: ((language: Language) => void) | undefined;
}

/**
 * Changes texts, direction and dates. A native select: small, and familiar on every phone. It is transparent above
 * the chosen name, because a select is as wide as its longest option.
 */
export function LanguagePicker({ compact = false, onChosen }: LanguagePickerProps) {
  const { t, i18n } = useTranslation();
  const chosen = LANGUAGES.find(({ code }) => code === i18n.language);
  return (
    <span className={classes.picker} data-compact={compact || undefined}>
      <IconWorld size={19} stroke={1.8} aria-hidden="true" />
      <span className={classes.chosen} aria-hidden="true">
        {chosen?.name}
      </span>
      <select
        aria-label={t("nav.language")}
        value={i18n.language}
        onChange={(event) => {
          const code = event.currentTarget.value;
          if (isLanguage(code)) void changeLanguage(code).then(() => onChosen?.(code));
        }}
      >
        {LANGUAGES.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
