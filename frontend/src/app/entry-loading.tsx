import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { EntryFrame } from "@/ui/entry-frame/entry-frame";
import { LoadingState } from "@/ui/states";

/**
 * The login page while its code loads. The build prerenders it, so that title and lead are the first paint.
 */
export function LoginLoading() {
  const { t } = useTranslation();
  return (
    <EntryFrame loading title={t("auth.title")} lead={t("auth.lead")}>
      <LoadingState />
    </EntryFrame>
  );
}

/**
 * The sign-up page while its code loads, with the riders' title; the drivers' title is not in the first load.
 */
export function RegisterLoading() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  if (params.get("as") === "driver") return <LoadingState />;
  return (
    <EntryFrame loading wide title={t("register.title")} lead={t("register.lead")}>
      <LoadingState />
    </EntryFrame>
  );
}
