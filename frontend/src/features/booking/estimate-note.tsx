import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { errorText } from "@/i18n/error-text";
import { useCategory } from "@/ui/use-category";
import classes from "./estimate-note.module.css";
import type { BookingFlow } from "./use-booking-flow";

interface EstimateNoteProps {
  flow: BookingFlow;
  onChangePlaces: () => void;
}

/** What the server says about the stops, the wait or the hours, which is more exact than the text of its code. */
const wayError = (error: Error) =>
  error instanceof ApiError
    ? (error.fields.stops ?? error.fields.return_wait_minutes ?? error.fields.hire_minutes)
    : undefined;

/** Why there is no price, what is missing for one, or that the price changed. */
export function EstimateNote({ flow, onChangePlaces }: EstimateNoteProps) {
  const { t } = useTranslation();
  const context = useCategory();
  const { estimate, expiry, missing, confirming } = flow;

  if (estimate.isError && !estimate.data) {
    const isTemporary =
      estimate.error instanceof ApiError &&
      (estimate.error.isOffline || estimate.error.status >= 500);
    return (
      <div className={classes.note} data-tone="danger" role="alert">
        <p>{wayError(estimate.error) ?? errorText(estimate.error, t)}</p>
        <div className={classes.ways}>
          {isTemporary ? (
            <Button variant="default" size="compact-md" onClick={() => void estimate.refetch()}>
              {t("app.retry")}
            </Button>
          ) : (
            <Button variant="default" size="compact-md" onClick={onChangePlaces}>
              {t("booking.change_places")}
            </Button>
          )}
        </div>
      </div>
    );
  }
  if (missing && missing !== "date") {
    return (
      <div className={classes.note} data-tone="danger" role="alert">
        <p>{t("errors.select_proper", { context })}</p>
      </div>
    );
  }
  if (expiry.renewed && !confirming) {
    return (
      <div className={classes.note} role="status">
        <p>{t("booking.prices_renewed")}</p>
      </div>
    );
  }
  return null;
}
