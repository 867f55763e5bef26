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
  paper: DriverDocument;
  mayDecide: boolean;
  onLook: () => void;
  onAction: (action: "refuse" | "delete") => void;
}

/** One document: its picture, expiry date and status. */
export function DocumentCard({ paper, mayDecide, onLook, onAction }: DocumentCardProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const edit = useEditDocument(paper);
  const kind = t(`people.kinds.${paper.kind}`);
  const day = paper.expires_on ? date(`${paper.expires_on}T12:00:00`) : "";

  return (
    <li className={classes.paper}>
      <button
        type="button"
        className={classes.thumb}
        aria-haspopup="dialog"
        onClick={onLook}
        aria-label={t("people.paper_look", { kind })}
      >
        {paper.url ? <img src={paper.url} alt="" loading="lazy" /> : null}
      </button>
      <div className={classes.paperFacts}>
        <h3>
          {kind}
          <Badge variant="light" color={TONE[paper.state]} tt="none">
            {t(`people.state_${paper.state}`)}
          </Badge>
        </h3>
        {paper.number ? <bdi>{paper.number}</bdi> : null}
        <p className={classes.note} data-late={paper.expired || undefined}>
          {day
            ? t(paper.expired ? "people.paper_expired" : "people.paper_until", { day })
            : t("people.paper_no_end")}
        </p>
        {paper.note ? <p className={classes.note}>{paper.note}</p> : null}
        <DateField
          size="xs"
          label={t("people.paper_expires")}
          value={paper.expires_on ?? ""}
          onChange={(day) => edit.mutate({ expires_on: day || null })}
        />
        {edit.error ? (
          <p className={classes.error} role="alert">
            {errorText(edit.error, t)}
          </p>
        ) : null}
        <div className={classes.row}>
          {mayDecide && paper.state !== "accepted" ? (
            <Button
              size="xs"
              loading={edit.isPending}
              onClick={() => edit.mutate({ state: "accepted" })}
            >
              {t("people.paper_accept")}
            </Button>
          ) : null}
          {mayDecide && paper.state !== "refused" ? (
            <Button
              size="xs"
              variant="default"
              aria-haspopup="dialog"
              onClick={() => onAction("refuse")}
            >
              {t("people.paper_refuse")}
            </Button>
          ) : null}
          <Button
            size="xs"
            variant="subtle"
            color="brick"
            aria-haspopup="dialog"
            onClick={() => onAction("delete")}
          >
            {t("people.paper_delete")}
          </Button>
        </div>
      </div>
    </li>
  );
}
