import { useContext, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { UNSAFE_NavigationContext } from "react-router";
import { ConfirmSheet } from "./confirm-sheet";
import { guardLeaving, interceptHistory } from "./leaving";

/** Returns the router's index of a history entry; a jump within the page has none. */
const placeOf = (state: unknown): number | undefined => (state as { idx?: number } | null)?.idx;

/**
 * Confirms before the user leaves a page with unsaved changes: by a link, the browser's buttons, logging out,
 * or closing the window (with the browser's own prompt).
 */
export function LeaveGuard({ when }: { when: boolean }) {
  const { t } = useTranslation();
  const { navigator } = useContext(UNSAFE_NavigationContext);
  const [confirming, setConfirming] = useState(false);
  const answer = useRef<(leave: boolean) => void>(() => undefined);

  useEffect(() => {
    if (!when) return;
    let open = true;
    const confirmLeaving = () =>
      new Promise<boolean>((resolve) => {
        answer.current(false);
        answer.current = resolve;
        setConfirming(true);
      });
    const release = () => {
      open = false;
      Object.assign(navigator, { push, replace });
    };
    const { push, replace } = navigator;
    const held =
      (go: typeof push): typeof push =>
      (...target) => {
        if (!open) return go.apply(navigator, target);
        void confirmLeaving().then((leave) => {
          if (!leave) return;
          release();
          go.apply(navigator, target);
        });
      };
    Object.assign(navigator, { push: held(push), replace: held(replace) });

    const here = placeOf(window.history.state) ?? 0;
    const stopIntercepting = interceptHistory((event) => {
      const place = placeOf(event.state);
      if (!open || place === undefined) return;
      // The router must not see the change of URL and its reversal.
      event.stopImmediatePropagation();
      const steps = place - here;
      if (steps === 0) return;
      window.history.go(-steps);
      void confirmLeaving().then((leave) => {
        if (!leave) return;
        release();
        window.history.go(steps);
      });
    });
    const closing = (event: BeforeUnloadEvent) => {
      if (open) event.preventDefault();
    };
    const stop = guardLeaving(async () => {
      const leave = !open || (await confirmLeaving());
      if (leave) release();
      return leave;
    });
    window.addEventListener("beforeunload", closing);
    return () => {
      release();
      stop();
      stopIntercepting();
      window.removeEventListener("beforeunload", closing);
    };
  }, [when, navigator]);

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
      tone="trouble"
      onConfirm={() => decide(true)}
    >
      <p>{t("settings.leave.body")}</p>
    </ConfirmSheet>
  );
}
