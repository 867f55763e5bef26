import { useTranslation } from "react-i18next";
import { StaticPage } from "./static-page";

export function AboutPage() {
  const { t } = useTranslation();
  return (
    <StaticPage
      title={t("pages.about_title")}
      lead={t("pages.about_lead")}
      sections={[
        { title: t("pages.about_riders_title"), body: t("pages.about_riders_body") },
        { title: t("pages.about_drivers_title"), body: t("pages.about_drivers_body") },
        { title: t("pages.about_fleets_title"), body: t("pages.about_fleets_body") },
        { title: t("pages.about_name_title"), body: t("pages.about_name_body") },
      ]}
    />
  );
}
