import { useTranslation } from "react-i18next";
import type { OwnDocument, RequiredDocument } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import classes from "./documents.module.css";
import { useDay } from "./use-day";

interface DocumentNotesProps {
  required: RequiredDocument;
  newest: OwnDocument | undefined;
}

/** What a driver has to know beside the state: why a photo was rejected, and what depends on the document. */
export function DocumentNotes({ required, newest }: DocumentNotesProps) {
  const { t } = useTranslation();
  const day = useDay();
  const { dateTime } = useFormat();
  const { state, effect, until, last_day } = required;
  const isFulfilled = state === "valid" || state === "expiring";
  const isOver = until !== null && Date.parse(until) <= Date.now();

  return (
    <>
      {newest?.state === "refused" && newest.note ? (
        <p className={classes.reason}>
          {t("profile.documents.rejected_because", { reason: `\u2068${newest.note}\u2069` })}
        </p>
      ) : null}
      {state === "submitted" && newest?.claimed_expires_on ? (
        <p className={classes.note}>
          {t("profile.documents.claimed", { day: day.format(newest.claimed_expires_on) })}
        </p>
      ) : null}
      {state === "submitted" && last_day && last_day >= day.today ? (
        <p className={classes.note}>
          {t("profile.documents.previous", { day: day.format(last_day) })}
        </p>
      ) : null}
      {isFulfilled ? null : effect === "warns" ? (
        <p className={classes.note}>{t("profile.documents.warns")}</p>
      ) : isOver ? (
        <p className={classes.note}>{t("profile.documents.blocks")}</p>
      ) : until ? (
        <p className={classes.note}>
          {t("profile.documents.needed_by", { time: dateTime(until) })}
        </p>
      ) : null}
    </>
  );
}
