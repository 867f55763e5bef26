import { Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useViewer } from "@/api/session";
import { onSessionEnded } from "@/api/token";
import { lazy } from "@/ui/lazy";
import { lazyPage } from "./lazy-page";

// Only logged-in users load the socket's code.
const SessionUpdates = lazy(async () => ({
  default: (await import("./session-live")).SessionUpdates,
}));
const SessionBanner = lazy(async () => ({
  default: (await import("./session-live")).SessionBanner,
}));

export function LiveUpdates() {
  const id = useViewer().me?.id;
  if (id === undefined) return null;
  return (
    <Suspense fallback={null}>
      <SessionUpdates id={id} />
    </Suspense>
  );
}

export function LiveBanner() {
  const { me } = useViewer();
  if (!me) return null;
  return (
    <Suspense fallback={null}>
      <SessionBanner />
    </Suspense>
  );
}

const AlertDialog = lazyPage(async () => (await import("@/ui/alert-dialog")).AlertDialog);

/** Shows an alert when the server or another tab ended the session. */
export function SessionEndedAlert() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const shown = useViewer().state;
  const wasSignedIn = useRef(false);

  // The page before the event: after it, the viewer is a visitor.
  useEffect(() => {
    wasSignedIn.current = shown === "signed-in";
  }, [shown]);

  useEffect(
    () =>
      onSessionEnded((how) => {
        if (how === "ended" && wasSignedIn.current) setOpened(true);
      }),
    [],
  );

  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <AlertDialog opened message={t("errors.not_logged_in")} onClose={() => setOpened(false)} />
    </Suspense>
  );
}
