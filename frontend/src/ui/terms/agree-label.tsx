import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { TERMS_PAGES, type TermsText } from "@/api/terms";

/** The label of the box that agrees to these versions, with a link to each. */
export function AgreeLabel({ versions }: { versions: readonly TermsText[] }) {
  const { t } = useTranslation();
  return (
    <>
      {t("terms.i_agree")}{" "}
      {versions.map(({ id, document }, place) => (
        <span key={id}>
          {place > 0 ? " · " : null}
          <Link to={TERMS_PAGES[document]} target="_blank">
            {t(`terms.documents.${document}`)}
          </Link>
        </span>
      ))}
    </>
  );
}
