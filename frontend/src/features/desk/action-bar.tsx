import { Button, Kbd } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useViewer } from "@/api/session";
import type { BoardJob, Booking } from "@/api/types";
import classes from "./desk.module.css";
import { ACTION_KEYS, type JobAction } from "./keys";

interface ActionBarProps {
  job: BoardJob | undefined;
  /** The job's record, which says what is possible now. */
  booking: Booking | undefined;
  /** Why the last key did nothing. */
  note: string;
  /** Whether the user may book trips. */
  mayBook: boolean;
  onAction: (action: JobAction) => void;
}

const ACTIONS = Object.keys(ACTION_KEYS) as JobAction[];

/** The actions of the selected job with their keys. */
export function ActionBar({ job, booking, note, mayBook, onAction }: ActionBarProps) {
  const { t } = useTranslation();
  const { role } = useViewer();
  const possible = ACTIONS.filter(
    (action) =>
      action === "open" ||
      (action === "note" && role === "admin") ||
      ((action === "repeat" || action === "return") && mayBook) ||
      // The hold of a booking that is soon cancelled can only be ended.
      (action === "hold" && booking?.actions.includes("release-hold")) ||
      booking?.actions.some((one) => one === action) ||
      // During the trip, an edit changes the stops.
      (action === "edit" && booking?.actions.includes("change-stops")),
  );
  return (
    <div className={classes.bar} role="toolbar" aria-label={t("desk.actions")}>
      {job ? (
        <>
          <span className={classes.chosen}>
            <bdi dir="ltr">{job.reference}</bdi>
          </span>
          {possible.map((action) => (
            <Button
              key={action}
              size="compact-sm"
              variant={action === "assign" ? "lamp" : "default"}
              aria-haspopup="dialog"
              aria-keyshortcuts={ACTION_KEYS[action]}
              rightSection={
                <Kbd size="xs" dir="ltr" aria-hidden="true">
                  {ACTION_KEYS[action]}
                </Kbd>
              }
              onClick={() => onAction(action)}
            >
              {t(`desk.do_${action}`)}
            </Button>
          ))}
        </>
      ) : (
        <span className={classes.soft}>{t("desk.choose")}</span>
      )}
      <span role="status" className={classes.note}>
        {note}
      </span>
    </div>
  );
}
