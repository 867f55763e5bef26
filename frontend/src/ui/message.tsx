import { CloseButton } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./message.module.css";

interface MessageProps {
  tone: "trouble" | "way" | "go" | "lamp";
  children: ReactNode;
  /** What to do about it. */
  action?: ReactNode;
  /** Read out at once (what went wrong) rather than when there is a pause. */
  urgent?: boolean;
  dismissLabel?: string;
  onDismiss?: (() => void) | undefined;
}

/** A sentence in a box of its own, beside what it is about. */
export function Message(props: MessageProps) {
  const { tone, children, action, urgent = false, dismissLabel, onDismiss } = props;
  return (
    <div className={classes.message} data-tone={tone}>
      <div className={classes.text} role={urgent ? "alert" : "status"}>
        {children}
      </div>
      {onDismiss ? (
        <CloseButton
          className={classes.close ?? ""}
          size="sm"
          aria-label={dismissLabel}
          onClick={onDismiss}
        />
      ) : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  );
}
