import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { errorText } from "@/i18n/error-text";
import classes from "./cancellation-notice.module.css";
import type { UndoableCancel } from "./use-undoable-cancel";

/** The cancellation in progress, with an undo button while there is time. */
export function CancellationNotice({ cancellation }: { cancellation: UndoableCancel }) {
  const { t } = useTranslation();
  if (cancellation.error) {
    return (
      <p className={classes.error} role="alert">
        {errorText(cancellation.error, t)}
      </p>
    );
  }
  if (!cancellation.underWay) return null;
  return (
    <div className={classes.bar} data-waiting={cancellation.waiting || undefined}>
      <span role="status">{t("trip.cancelling")}</span>
      {cancellation.waiting ? (
        <Button
          size="compact-md"
          variant="white"
          color="dark"
          autoFocus
          leftSection={<IconArrowBackUp size={18} aria-hidden="true" />}
          onClick={cancellation.undo}
        >
          {t("trip.undo")}
        </Button>
      ) : null}
    </div>
  );
}
