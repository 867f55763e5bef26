import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { termsQuery } from "@/api/terms";
import { LoadingState } from "@/ui/states";
import { RetentionTable } from "./retention-table";
import { StaticPage } from "./static-page";
import { TextPage } from "./text-page";

/** The published version. Without one: static text, the retention periods, and the operator's contact address when the settings have one. */
export function PrivacyPage() {
  const { t, i18n } = useTranslation();
  const terms = useQuery(termsQuery(i18n.language));
  const { data: settings } = useQuery(publicSettingsQuery());
  const email = settings?.contact_email;
  const contact = {
    title: t("pages.privacy_contact_title"),
    body: (
      <>
        {t("pages.privacy_contact_body")}{" "}
        <a href={`mailto:${email}`} dir="ltr">
          {email}
        </a>
      </>
    ),
  };
  const published = terms.data?.find(({ document }) => document === "privacy");
  if (published) return <TextPage version={published} />;
  if (terms.isPending) return <LoadingState />;
  return (
    <StaticPage
      title={t("pages.privacy_title")}
      lead={t("pages.privacy_lead")}
      sections={[
        { title: t("pages.privacy_collect_title"), body: t("pages.privacy_collect_body") },
        { title: t("pages.privacy_use_title"), body: t("pages.privacy_use_body") },
        { title: t("pages.privacy_share_title"), body: t("pages.privacy_share_body") },
        { title: t("pages.privacy_map_title"), body: t("pages.privacy_map_body") },
        { title: t("pages.privacy_keep_title"), body: t("pages.privacy_keep_body") },
        {
          title: t("pages.retention_title"),
          body: t("pages.retention_lead"),
          below: <RetentionTable />,
        },
        ...(email ? [contact] : []),
      ]}
    />
  );
}
