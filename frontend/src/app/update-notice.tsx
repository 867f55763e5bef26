import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { useConnection } from "@/realtime/hooks";
import { mayLeave } from "@/ui/leaving";
import { PlainButton } from "@/ui/plain-button";
import { checkRelease, isOutdated, watchRelease } from "@/ui/release";
import classes from "./update-notice.module.css";

const CHECK_EVERY_MS = 15 * 60_000;

/**
 * Checks when the page becomes visible, when the server is back (a release restarts it), and periodically.
 */
function useReleaseChecks(): void {
  const connection = useConnection();
  const wasLive = useRef(false);

  useEffect(() => {
    if (connection !== "live") return;
    if (wasLive.current) void checkRelease();
    wasLive.current = true;
  }, [connection]);

  useEffect(() => {
    let checked = Date.now();
    const check = () => {
      if (document.visibilityState !== "visible" || Date.now() - checked < CHECK_EVERY_MS) return;
      checked = Date.now();
      void checkRelease();
    };
    const timer = setInterval(check, CHECK_EVERY_MS);
    document.addEventListener("visibilitychange", check);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", check);
    };
  }, []);
}

/** Announces a newer release without reloading the page. */
export function UpdateNotice({ reload = () => location.reload() }: { reload?: () => void }) {
  const { t } = useTranslation();
  const outdated = useSyncExternalStore(watchRelease, isOutdated);
  const [later, setLater] = useState(false);
  useReleaseChecks();

  const load = async () => {
    if (await mayLeave()) reload();
  };
  return createPortal(
    <div role="status" className={classes.slot}>
      {outdated && !later ? (
        <div className={classes.notice}>
          <p>{t("release.ready")}</p>
          <PlainButton look="lamp" onClick={() => void load()}>
            {t("release.load")}
          </PlainButton>
          <PlainButton onClick={() => setLater(true)}>{t("release.later")}</PlainButton>
        </div>
      ) : null}
    </div>,
    document.body,
  );
}
