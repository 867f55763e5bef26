import { useTranslation } from "react-i18next";
import type { TermsText as Terms } from "@/api/terms";
import { useFormat } from "@/i18n/use-format";
import classes from "./terms.module.css";

/** The text of a published version as its author wrote it, with its name and date. */
export function TermsText({ version }: { version: Terms }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const { label, published_at, language, text } = version;
  return (
    <>
      <p className={classes.version}>
        {t("terms.version_of", { label, date: date(published_at) })}
      </p>
      <div className={classes.text} lang={language} dir="auto">
        {text}
      </div>
    </>
  );
}
