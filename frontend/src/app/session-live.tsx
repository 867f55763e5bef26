import { useNetwork } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { sessionsKey } from "@/api/devices";
import { ownFamily } from "@/api/family";
import { inboxKey } from "@/api/inbox";
import { languagesKey } from "@/api/languages";
import { meKey, meQuery } from "@/api/me";
import { rememberMe, useViewer } from "@/api/session";
import { sessionEnded } from "@/api/token";
import { languageInfo } from "@/i18n/languages";
import { refreshLanguages } from "@/i18n/live";
import { useConnection, useTopic } from "@/realtime/hooks";
import { realtime } from "@/realtime/realtime";
import { ConnectionBanner } from "@/ui/connection-badge";
import { toast } from "@/ui/toast";
import { firstWords, isToldByPage } from "./notice-rules";
import { ProfilePrompt } from "./profile-prompt";
import { registerWorker } from "./register-worker";
import { UpdateNotice } from "./update-notice";
import { useLastTrips } from "./use-last-trips";
import { useOwnLanguage } from "./use-own-language";
import { usePushInStep, useTurnTo } from "./use-push-in-step";

/** Keeps the connection as long as the session, and the person and the settings true while it lasts. */
export function SessionUpdates({ id }: { id: number }) {
  const client = useQueryClient();
  const { pathname } = useLocation();

  const { role } = useViewer();
  const { language } = useTranslation().i18n;
  useEffect(() => {
    // An operator's own language begins with the words of a shipped one.
    if (role) registerWorker(role, languageInfo(language).base ?? language);
  }, [role, language]);

  useEffect(() => {
    void realtime.start(id);
    return () => realtime.stop();
  }, [id]);

  usePushInStep(id);
  useTurnTo();
  useOwnLanguage(id);
  const refreshLastTrip = useLastTrips();

  // Without a family everybody is meant; else that device alone, and the others see their list change.
  const heardSignedOut = async (family: string | undefined) => {
    if (family === undefined || family === (await ownFamily())) sessionEnded();
    else await client.invalidateQueries({ queryKey: sessionsKey });
  };

  const refreshMe = async () => {
    await client.invalidateQueries({ queryKey: meKey });
    rememberMe(await client.fetchQuery({ ...meQuery(), staleTime: 0 }));
  };

  useTopic("me", {
    onEvent: (event) => {
      if (event.type === "signed_out") {
        void heardSignedOut(event.data.family);
        return;
      }
      if (event.type === "inbox.new") {
        void client.invalidateQueries({ queryKey: inboxKey });
        refreshLastTrip(event.data.data.booking_id);
        if (!isToldByPage(pathname, event.data)) {
          toast.info(firstWords(event.data.msg), event.data.title);
        }
      }
      // A failed refresh leaves what is shown; the next event or visit asks again.
      void refreshMe().catch(() => undefined);
    },
    onRefetch: () => {
      void client.invalidateQueries({ queryKey: meKey });
      void client.invalidateQueries({ queryKey: inboxKey });
    },
  });

  const heardLanguages = () => {
    void refreshLanguages().catch(() => undefined);
    void client.invalidateQueries({ queryKey: languagesKey });
  };
  const heardSettings = () => {
    void client.invalidateQueries({ queryKey: ["settings"] });
    void client.invalidateQueries({ queryKey: ["car-types"] });
  };
  useTopic("settings", {
    onEvent: (event) => {
      if (event.type === "languages.changed") heardLanguages();
      else heardSettings();
    },
    // What was changed between the page's fetch and its subscription has no event here.
    onRefetch: () => {
      heardLanguages();
      heardSettings();
    },
  });

  return (
    <>
      <ProfilePrompt />
      <UpdateNotice />
    </>
  );
}

/** A browser that has lost its network says so at once; its socket may seem open for half a minute. */
export function SessionBanner() {
  const connection = useConnection();
  const { online } = useNetwork();
  return <ConnectionBanner state={online ? connection : "lost"} />;
}
