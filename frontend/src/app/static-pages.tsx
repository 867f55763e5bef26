import { useTranslation } from "react-i18next";
import { PlainLink } from "@/ui/plain-button";
import { NotFoundState } from "@/ui/states";

function HomeButton() {
  const { t } = useTranslation();
  return <PlainLink to="/">{t("app.go_home")}</PlainLink>;
}

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <NotFoundState
      page
      title={t("state.not_found_title")}
      body={t("state.not_found_body")}
      action={<HomeButton />}
    />
  );
}
