import { useTranslation } from "react-i18next";
import classes from "./place-field.module.css";
import type { PointFailure } from "./use-points";

interface FieldMessageProps {
  id: string;
  failure: PointFailure | null;
  missing: boolean;
  refused: string | undefined;
  /** Whether the field has text but no selected place. */
  unchosen: boolean;
  onRetry?: (() => void) | undefined;
}

/** An error message below an address field, with a way to resolve it. */
export function FieldMessage({
  id,
  failure,
  missing,
  refused,
  unchosen,
  onRetry,
}: FieldMessageProps) {
  const { t } = useTranslation();
  let message = "";
  if (failure === "google_places_error" || failure === "network_error") {
    message = t(`errors.${failure}`);
  } else if (failure) message = t(`booking.${failure}`);
  else if (unchosen) message = t("booking.choose_from_list");
  else if (missing) message = t("booking.needed");
  else if (refused) message = refused;
  return (
    <div id={id} className={classes.message} aria-live="polite">
      {message}
      {message && onRetry ? (
        <button type="button" className={classes.retry} onClick={onRetry}>
          {t("app.retry")}
        </button>
      ) : null}
    </div>
  );
}
