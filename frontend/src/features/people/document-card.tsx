import { Badge, Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { DriverDocument } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { DateField } from "@/ui/dates/date-field";
import classes from "./people.module.css";
import { useEditDocument } from "./use-edit-document";

const TONE = { pending: "yellow", accepted: "teal", refused: "brick" } as const;

interface DocumentCardProps {
  driverDocument: DriverDocument;
  mayDecide: boolean;
  onLook: () => void;
  onAction: (action: "refuse" | "delete") => void;
}

/** One document: its picture, expiry date and status. */
export function DocumentCard({ driverDocument, mayDecide, onLook, onAction }: DocumentCardProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const edit = useEditDocument(driverDocument);
  const kind = t(`people.kinds.${driverDocument.kind}`);
  const day = driverDocument.expires_on ? date(`${driverDocument.expires_on}T12:00:00`) : "";

  return (
    <li className={classes.document}>
      <button
        type="button"
        className={classes.thumb}
        aria-haspopup="dialog"
        onClick={onLook}
        aria-label={t("people.document_look", { kind })}
      >
        {driverDocument.url ? <img src={driverDocument.url} alt="" loading="lazy" /> : null}
      </button>
      <div className={classes.documentFacts}>
        <h3>
          {kind}
          <Badge variant="light" color={TONE[driverDocument.state]} tt="none">
            {t(`people.state_${driverDocument.state}`)}
          </Badge>
        </h3>
        {driverDocument.number ? <bdi>{driverDocument.number}</bdi> : null}
        <p className={classes.note} data-late={driverDocument.expired || undefined}>
          {day
            ? t(driverDocument.expired ? "people.document_expired" : "people.document_until", {
                day,
              })
            : t("people.document_no_end")}
        </p>
        {driverDocument.note ? <p className={classes.note}>{driverDocument.note}</p> : null}
        <DateField
          size="xs"
          label={t("people.document_expires")}
          value={driverDocument.expires_on ?? ""}
          onChange={(day) => edit.mutate({ expires_on: day || null })}
        />
        {edit.error ? (
          <p className={classes.error} role="alert">
            {errorText(edit.error, t)}
          </p>
        ) : null}
        <div className={classes.row}>
          {mayDecide && driverDocument.state !== "accepted" ? (
            <Button
              size="xs"
              loading={edit.isPending}
              onClick={() => edit.mutate({ state: "accepted" })}
            >
              {t("people.document_accept")}
            </Button>
          ) : null}
          {mayDecide && driverDocument.state !== "refused" ? (
            <Button
              size="xs"
              variant="default"
              aria-haspopup="dialog"
              onClick={() => onAction("refuse")}
            >
              {t("people.document_refuse")}
            </Button>
          ) : null}
          <Button
            size="xs"
            variant="subtle"
            color="brick"
            aria-haspopup="dialog"
            onClick={() => onAction("delete")}
          >
            {t("people.document_delete")}
          </Button>
        </div>
      </div>
    </li>
  );
}
