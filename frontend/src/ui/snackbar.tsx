import { CloseButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./snackbar.module.css";

interface SnackbarProps {
  tone: "danger" | "go" | "lamp";
  message: string | null;
  onClose?: (() => void) | undefined;
}

/** A single message that is shown while it is true; a new one replaces it. */
export function Snackbar({ tone, message, onClose }: SnackbarProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.place} role={tone === "danger" ? "alert" : "status"}>
      {message ? (
        <div className={classes.bar} data-tone={tone} data-testid="snackbar">
          <span>{message}</span>
          {onClose ? (
            <CloseButton
              size="sm"
              variant="transparent"
              className={classes.close ?? ""}
              aria-label={t("app.dismiss")}
              onClick={onClose}
            />
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
