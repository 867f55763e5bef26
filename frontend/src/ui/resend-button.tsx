import { Button } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import classes from "./resend-button.module.css";
import { useCountdown } from "./use-countdown";

interface ResendButtonProps {
  label: string;
  /** When the next request is allowed, in milliseconds since 1970. */
  from: number;
  onResend: () => void;
  working?: boolean;
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Requests another email or code; shows a countdown until it is allowed. */
export function ResendButton({ label, from, onResend, working = false }: ResendButtonProps) {
  const { t } = useTranslation();
  const id = useId();
  const seconds = useCountdown(from);
  const waits = seconds > 0;
  return (
    <span>
      <Button
        variant="subtle"
        size="sm"
        loading={working}
        className={classes.resend ?? ""}
        aria-disabled={waits}
        data-disabled={waits || undefined}
        aria-describedby={waits ? id : undefined}
        onClick={() => {
          if (!waits) onResend();
        }}
      >
        {waits ? t("phone.again_in", { label, time: clock(seconds) }) : label}
      </Button>
      <span id={id} className="hx-visually-hidden">
        {waits ? t("phone.again_wait") : ""}
      </span>
    </span>
  );
}
