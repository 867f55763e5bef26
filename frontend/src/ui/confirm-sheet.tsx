import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "@/i18n/error-text";
import classes from "./confirm-sheet.module.css";
import { hasInvalidDate } from "./dates/invalid-date";
import { GuardedDrawer, GuardedModal } from "./guarded";

interface ConfirmSheetProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  tone?: "lamp" | "danger" | "plain";
  working?: boolean;
  /** The error of the last attempt, shown beside the button. */
  error?: unknown;
  /** A notice that is always visible above the buttons. */
  notice?: ReactNode;
  /** Why confirming is not possible yet; the button stays focusable and shows the reason. */
  blockedReason?: string | undefined;
  cancelLabel?: string;
  /** Whether closing confirms before it discards changes. */
  guarded?: boolean;
}

/** A confirmation: a bottom sheet on a phone, a dialog on a desktop. */
export function ConfirmSheet({
  opened,
  onClose,
  title,
  children,
  confirmLabel,
  onConfirm,
  tone = "lamp",
  working = false,
  error,
  notice,
  blockedReason,
  cancelLabel,
  guarded = true,
}: ConfirmSheetProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery("(width < 48em)");
  const box = useRef<HTMLDivElement>(null);
  const look =
    tone === "danger"
      ? { color: "brick", variant: "filled" }
      : { variant: tone === "lamp" ? "lamp" : "filled" };

  const body = (
    <div ref={box} className={classes.body}>
      {children}
      <div className={classes.foot}>
        {notice}
        {error ? (
          <p className={classes.error} role="alert">
            {errorText(error, t)}
          </p>
        ) : null}
        <div className={classes.actions}>
          <Button variant="default" size="md" onClick={onClose}>
            {cancelLabel ?? t("app.cancel")}
          </Button>
          <Button
            {...look}
            size="md"
            loading={working}
            aria-disabled={blockedReason !== undefined}
            data-disabled={blockedReason !== undefined || undefined}
            aria-describedby={blockedReason ? "confirm-blocked" : undefined}
            onClick={() => {
              if (!blockedReason && !hasInvalidDate(box.current)) onConfirm();
            }}
          >
            {confirmLabel}
          </Button>
        </div>
        {blockedReason ? (
          <p id="confirm-blocked" className={classes.reason}>
            {blockedReason}
          </p>
        ) : null}
      </div>
    </div>
  );

  const close = { "aria-label": t("app.close") };
  if (phone) {
    return (
      <GuardedDrawer
        opened={opened}
        onClose={onClose}
        guarded={guarded}
        title={title}
        position="bottom"
        size="auto"
        closeButtonProps={close}
        classNames={{ content: classes.sheet ?? "", title: classes.title ?? "" }}
      >
        {body}
      </GuardedDrawer>
    );
  }
  return (
    <GuardedModal
      opened={opened}
      onClose={onClose}
      guarded={guarded}
      title={title}
      size="md"
      closeButtonProps={close}
      classNames={{ title: classes.title ?? "" }}
    >
      {body}
    </GuardedModal>
  );
}
