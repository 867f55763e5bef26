import { IconWorld } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { isLanguage, LANGUAGES, type Language } from "@/i18n/languages";
import { changeLanguage } from "@/i18n/setup";
import classes from "./header-tools.module.css";

interface LanguagePickerProps {
  /** Only the icon, because a phone's header has little space. */
  compact?: boolean;
  /** Called once the page has changed. */
  onChosen?: ((language: Language) => void) | undefined;
}

/** Changes texts, direction and dates. A native select: small, and familiar on every phone. */
export function LanguagePicker({ compact = false, onChosen }: LanguagePickerProps) {
  const { t, i18n } = useTranslation();
  return (
    <label className={classes.picker} data-compact={compact || undefined}>
      <IconWorld size={19} stroke={1.8} aria-hidden="true" />
      <span className="hx-visually-hidden">{t("nav.language")}</span>
      <select
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
    </label>
  );
}
