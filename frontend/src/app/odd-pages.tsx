import { useTranslation } from "react-i18next";
import { PlainLink } from "@/ui/plain-button";
import { EmptyState, NotFoundState } from "@/ui/states";

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

/** A page of the route table that this installation does not have: said, not faked. */
export function NotInstalledPage() {
  const { t } = useTranslation();
  return (
    <EmptyState
      page
      title={t("state.not_installed_title")}
      body={t("state.not_installed_body")}
      action={<HomeButton />}
    />
  );
}
