import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ReviewedDocument } from "@/api/fleet";
import { useFormat } from "@/i18n/use-format";
import { PersonLink } from "@/ui/record-link";
import { ownerOf } from "./columns";
import classes from "./documents.module.css";

/** What is known about a document, without its empty values. */
export function DocumentFacts({ reviewed }: { reviewed: ReviewedDocument }) {
  const { t } = useTranslation();
  const { date, dateTime } = useFormat();
  const { driver, expires_on, expired, reviewed_by, reviewed_at } = reviewed;
  const facts: [string, ReactNode][] = [
    [
      t(`fleet.subject_${reviewed.subject}`),
      <PersonLink key="owner" id={driver?.id} kind="driver">
        <bdi>{ownerOf(reviewed)}</bdi>
      </PersonLink>,
    ],
    [t("fleet.state"), t(`people.state_${reviewed.state}`)],
    [t("people.document_number"), reviewed.number && <bdi>{reviewed.number}</bdi>],
    [
      t("people.document_expires"),
      expires_on && (
        <span className={classes.day} data-late={expired || undefined}>
          {date(`${expires_on}T12:00:00`)}
        </span>
      ),
    ],
    [t("fleet.submitted"), dateTime(reviewed.created_at)],
    [
      t("fleet.reviewed"),
      reviewed_at && [dateTime(reviewed_at), reviewed_by?.name].filter((part) => part).join(" · "),
    ],
    [t("people.document_note"), reviewed.note && <bdi>{reviewed.note}</bdi>],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) =>
        value ? (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
