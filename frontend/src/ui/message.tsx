import { CloseButton } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./message.module.css";

interface MessageProps {
  tone: "danger" | "way" | "go" | "lamp";
  children: ReactNode;
  /** A button or link that resolves the problem. */
  action?: ReactNode;
  /** Announced at once, as an error, rather than at the next pause. */
  urgent?: boolean;
  dismissLabel?: string;
  onDismiss?: (() => void) | undefined;
}

/** A boxed message beside its subject. */
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
