import { useTranslation } from "react-i18next";
import type { TermsText as Terms } from "@/api/terms";
import { TermsText } from "@/ui/terms/terms-text";
import classes from "./static-page.module.css";

/** A published document as a page. */
export function TextPage({ version }: { version: Terms }) {
  const { t } = useTranslation();
  return (
    <article>
      <header className={classes.head}>
        <div className={classes.column}>
          <h1 className={classes.title}>{t(`terms.documents.${version.document}`)}</h1>
        </div>
      </header>
      <div className={classes.column}>
        <div className={classes.document}>
          <TermsText version={version} />
        </div>
      </div>
    </article>
  );
}
