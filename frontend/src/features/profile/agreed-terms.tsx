import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { consentsQuery } from "@/api/terms";
import { useFormat } from "@/i18n/use-format";
import classes from "./agreed-terms.module.css";

/** The versions that the user agreed to, and when; nothing if there are none. */
export function AgreedTerms() {
  const { t, i18n } = useTranslation();
  const { date } = useFormat();
  const { data } = useQuery(consentsQuery(i18n.language));
  if (!data?.given?.length) return null;
  return (
    <div className={classes.given}>
      <h3 id="agreed-terms">{t("terms.given")}</h3>
      <ul aria-labelledby="agreed-terms">
        {data.given.map(({ id, document, label, given_at }) => (
          <li key={id}>
            {t("terms.given_on", {
              document: t(`terms.documents.${document}`),
              label,
              date: date(given_at),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
