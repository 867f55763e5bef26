import { useNetwork } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { sessionsKey } from "@/api/devices";
import { ownFamily } from "@/api/family";
import { inboxKey } from "@/api/inbox";
import { languagesKey } from "@/api/languages";
import { meKey } from "@/api/me";
import { refreshMe } from "@/api/refresh-me";
import { useViewer } from "@/api/session";
import { sessionEnded } from "@/api/token";
import { languageInfo } from "@/i18n/languages";
import { refreshLanguages } from "@/i18n/live";
import { useConnection, useTopic } from "@/realtime/hooks";
import { realtime } from "@/realtime/realtime";
import { ConnectionBanner } from "@/ui/connection-badge";
import { toast } from "@/ui/toast";
import { isAlreadyVisible, truncateText } from "./notification-rules";
import { ProfilePrompt } from "./profile-prompt";
import { registerWorker } from "./register-worker";
import { TermsPrompt } from "./terms-prompt";
import { UpdateNotice } from "./update-notice";
import { useLastTrips } from "./use-last-trips";
import { useOwnLanguage } from "./use-own-language";
import { useNotificationNavigation, usePushSync } from "./use-push-sync";

/** Connects the socket while the session lasts, and refreshes the user and the settings. */
export function SessionUpdates({ id }: { id: number }) {
  const client = useQueryClient();
  const { pathname } = useLocation();

  const { role } = useViewer();
  const { language } = useTranslation().i18n;
  useEffect(() => {
    // An operator's language is based on a shipped one.
    if (role) registerWorker(role, languageInfo(language).base ?? language);
  }, [role, language]);

  useEffect(() => {
    void realtime.start(id);
    return () => realtime.stop();
  }, [id]);

  usePushSync(id);
  useNotificationNavigation();
  useOwnLanguage(id);
  const refreshLastTrip = useLastTrips();

  // Without a family the event applies to all devices; else to one device, and the others refetch their list.
  const onSignedOut = async (family: string | undefined) => {
    if (family === undefined || family === (await ownFamily())) sessionEnded();
    else await client.invalidateQueries({ queryKey: sessionsKey });
  };

  const refresh = async () => {
    await client.invalidateQueries({ queryKey: meKey });
    await refreshMe(client);
  };

  useTopic("me", {
    onEvent: (event) => {
      if (event.type === "signed_out") {
        void onSignedOut(event.data.family);
        return;
      }
      // The pages of cases listen themselves.
      if (event.type === "case.changed") return;
      if (event.type === "inbox.new") {
        void client.invalidateQueries({ queryKey: inboxKey });
        refreshLastTrip(event.data.data.booking_id);
        if (!isAlreadyVisible(pathname, event.data)) {
          toast.info(truncateText(event.data.msg), event.data.title);
        }
      }
      // A failed refresh changes nothing; the next event or visit retries.
      void refresh().catch(() => undefined);
    },
    onRefetch: () => {
      void client.invalidateQueries({ queryKey: meKey });
      void client.invalidateQueries({ queryKey: inboxKey });
    },
  });

  const refreshLanguageList = () => {
    void refreshLanguages().catch(() => undefined);
    void client.invalidateQueries({ queryKey: languagesKey });
  };
  const refreshSettings = () => {
    void client.invalidateQueries({ queryKey: ["settings"] });
    void client.invalidateQueries({ queryKey: ["car-types"] });
  };
  useTopic("settings", {
    onEvent: (event) => {
      if (event.type === "languages.changed") refreshLanguageList();
      else refreshSettings();
    },
    // The page may have missed changes between its fetch and its subscription.
    onRefetch: () => {
      refreshLanguageList();
      refreshSettings();
    },
  });

  return (
    <>
      <TermsPrompt />
      <ProfilePrompt />
      <UpdateNotice />
    </>
  );
}

/** The browser reports a lost network at once; the socket's heartbeat detects a dead connection. */
export function SessionBanner() {
  const connection = useConnection();
  const { online } = useNetwork();
  return <ConnectionBanner state={online ? connection : "lost"} />;
}
