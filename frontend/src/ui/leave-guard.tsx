import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmSheet } from "./confirm-sheet";
import { guardLeaving } from "./leaving";

/**
 * Confirms before the user leaves a page with unsaved changes: by a link, the browser's buttons, logging out,
 * or closing the window (with the browser's own prompt).
 */
export function LeaveGuard({ when }: { when: boolean }) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const answer = useRef<(leave: boolean) => void>(() => undefined);

  useEffect(() => {
    if (!when) return;
    const closing = (event: BeforeUnloadEvent) => event.preventDefault();
    const release = () => {
      stop();
      window.removeEventListener("beforeunload", closing);
    };
    const stop = guardLeaving(async () => {
      const leave = await new Promise<boolean>((resolve) => {
        answer.current(false);
        answer.current = resolve;
        setConfirming(true);
      });
      if (leave) release();
      return leave;
    });
    window.addEventListener("beforeunload", closing);
    return release;
  }, [when]);

  const decide = (leave: boolean) => {
    setConfirming(false);
    answer.current(leave);
  };
  return (
    <ConfirmSheet
      opened={confirming}
      onClose={() => decide(false)}
      title={t("settings.leave.title")}
      confirmLabel={t("settings.leave.leave")}
      cancelLabel={t("settings.leave.stay")}
      tone="danger"
      onConfirm={() => decide(true)}
    >
      <p>{t("settings.leave.body")}</p>
    </ConfirmSheet>
  );
}
