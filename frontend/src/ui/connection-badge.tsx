import { IconPlugConnectedX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import classes from "./connection.module.css";

/**
 * The state from `useConnection()` in realtime/; a prop, because the UI kit does not depend on the socket.
 */
export type Connection = "idle" | "connecting" | "live" | "lost";

const BACK_SHOWN_MS = 2500;

/** Shows live, connecting or offline by shape and text. */
export function ConnectionBadge({ state }: { state: Connection }) {
  const { t } = useTranslation();
  if (state === "idle") return null;
  const labels = {
    live: t("connection.live"),
    connecting: t("connection.connecting"),
    lost: t("connection.offline"),
  };
  return (
    <span className={classes.badge} data-state={state}>
      <span className={classes.dot} aria-hidden="true" />
      {labels[state]}
    </span>
  );
}

/** A banner over the page and its dialogs while the connection is lost, and for a moment when it is back. */
export function ConnectionBanner({ state }: { state: Connection }) {
  const { t } = useTranslation();
  const wasLost = useRef(false);
  const [reconnected, setReconnected] = useState(false);

  useEffect(() => {
    if (state === "lost") wasLost.current = true;
    if (state !== "live" || !wasLost.current) return;
    wasLost.current = false;
    setReconnected(true);
    const timer = setTimeout(() => setReconnected(false), BACK_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);

  return createPortal(
    <div role="status" className={classes.slot}>
      {state === "lost" ? (
        <p className={classes.banner} data-tone="lost">
          <IconPlugConnectedX size={18} aria-hidden="true" />
          {t("connection.banner")}
        </p>
      ) : null}
      {reconnected && state === "live" ? (
        <p className={classes.banner} data-tone="back">
          {t("connection.back")}
        </p>
      ) : null}
    </div>,
    document.body,
  );
}
