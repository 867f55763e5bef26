import { useTranslation } from "react-i18next";
import { formatMoney } from "@/i18n/format";
import { languageInfo } from "@/i18n/languages";
import { FIELDS } from "./fields";
import classes from "./settings.module.css";
import type { SettingsEntry } from "./use-settings-form";

const EXAMPLES = ["1234.5678", "0.5", "-20"];

/** Formats sample amounts with the unsaved settings. */
export function MoneyPreview({ entry }: { entry: SettingsEntry }) {
  const { t, i18n } = useTranslation();
  const shown = (name: string) => {
    const field = FIELDS.settings.find((known) => known.name === name);
    return field ? entry.shown(field) : "";
  };
  const rules = {
    symbol: String(shown("symbol")),
    decimal: Number(shown("decimal")) || 0,
    swipe_symbol: shown("swipe_symbol") === true,
  };
  const { dateLocale } = languageInfo(i18n.language);
  return (
    <p className={classes.preview} aria-live="polite">
      <span>{t("settings.preview")}</span>
      {EXAMPLES.map((amount) => (
        <bdi key={amount} dir="ltr" className={classes.amount}>
          {formatMoney(amount, rules, dateLocale)}
        </bdi>
      ))}
    </p>
  );
}
