import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { errorText } from "@/i18n/error-text";
import classes from "./calling-off.module.css";
import type { CallOff } from "./use-call-off";

/** The cancellation in progress, with an undo button while there is time. */
export function CallingOff({ callOff }: { callOff: CallOff }) {
  const { t } = useTranslation();
  if (callOff.error) {
    return (
      <p className={classes.error} role="alert">
        {errorText(callOff.error, t)}
      </p>
    );
  }
  if (!callOff.underWay) return null;
  return (
    <div className={classes.bar} data-waiting={callOff.waiting || undefined}>
      <span role="status">{t("trip.cancelling")}</span>
      {callOff.waiting ? (
        <Button
          size="compact-md"
          variant="white"
          color="dark"
          autoFocus
          leftSection={<IconArrowBackUp size={18} aria-hidden="true" />}
          onClick={callOff.undo}
        >
          {t("trip.undo")}
        </Button>
      ) : null}
    </div>
  );
}
