import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { termsQuery } from "@/api/terms";
import { ErrorState, LoadingState } from "@/ui/states";
import { StaticPage } from "./static-page";
import { TextPage } from "./text-page";

/** The current terms of use. */
export function TermsPage() {
  const { t, i18n } = useTranslation();
  const { data, error, refetch } = useQuery(termsQuery(i18n.language));
  const terms = data?.find(({ document }) => document === "terms");
  if (terms) return <TextPage version={terms} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <StaticPage title={t("terms.documents.terms")} lead={t("terms.not_published")} sections={[]} />
  );
}
