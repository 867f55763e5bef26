import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { setupQuery } from "@/api/setup";
import { EntryFrame } from "@/ui/entry-frame/entry-frame";
import { PlainLink } from "@/ui/plain-button";
import { ErrorState, LoadingState } from "@/ui/states";
import { SetupForm } from "./setup-form";

/** The page of the link that `hansom setup --link` prints: makes an empty platform ready for bookings, once. */
export function SetupPage({ linkKey }: { linkKey: string }) {
  const { t, i18n } = useTranslation();
  const state = useQuery(setupQuery(i18n.language));
  const [admin, setAdmin] = useState("");
  const [expired, setExpired] = useState(false);

  if (admin !== "") {
    return (
      <EntryFrame title={t("setup.done_title")}>
        <ToLogin text={t("setup.done", { email: admin })} />
      </EntryFrame>
    );
  }
  if (state.isPending) return <LoadingState />;
  if (state.isError) {
    return <ErrorState error={state.error} onRetry={() => void state.refetch()} />;
  }
  if (!state.data.needed) {
    return (
      <EntryFrame title={t("setup.not_needed_title")}>
        <ToLogin text={t("setup.not_needed")} />
      </EntryFrame>
    );
  }
  if (linkKey === "" || expired) {
    return (
      <EntryFrame title={t(expired ? "setup.expired_title" : "setup.title")}>
        <p role="status">
          <Trans i18nKey="setup.get_link" components={{ command: <code dir="ltr" /> }} />
        </p>
      </EntryFrame>
    );
  }
  return (
    <EntryFrame title={t("setup.title")} lead={t("setup.lead")}>
      <SetupForm
        linkKey={linkKey}
        state={state.data}
        onDone={setAdmin}
        onRefused={(error) => {
          if (!(error instanceof ApiError)) return;
          if (error.code === "setup_link_invalid") setExpired(true);
          if (error.code === "already_set_up") void state.refetch();
        }}
      />
    </EntryFrame>
  );
}

function ToLogin({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <p>{text}</p>
      <PlainLink look="lamp" to="/login">
        {t("auth.to_login")}
      </PlainLink>
    </div>
  );
}
