import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { acceptDocument, documentsKey, type ReviewedDocument } from "@/api/fleet";
import { useFormat } from "@/i18n/use-format";
import { DateField } from "@/ui/dates/date-field";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import { DocumentFacts } from "./document-facts";
import { DocumentPhoto } from "./document-photo";
import classes from "./documents.module.css";
import { RejectSheet } from "./reject-sheet";

interface ReviewProps {
  reviewed: ReviewedDocument;
  onClose: () => void;
}

/** The photo, and accepting it with an expiry date or rejecting it. A refusal reloads the document. */
export function Review({ reviewed, onClose }: ReviewProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const client = useQueryClient();
  const [rejecting, setRejecting] = useState(false);
  const { claimed_expires_on: claimed, state } = reviewed;
  const known = reviewed.expires_on ?? claimed;
  const reload = () => client.invalidateQueries({ queryKey: documentsKey });
  const form = useForm({
    values: { expires_on: known ?? "" },
    follow: true,
    send: ({ expires_on }) => {
      // The server would use the date that it has.
      if (known && !expires_on)
        throw new ApiError(400, "invalid", "", { expires_on: t("fleet.expiry_needed") });
      return acceptDocument(reviewed, expires_on || null);
    },
    marks: ({ code }) => (code === "document_expired" ? ["expires_on"] : []),
    notice: t("fleet.accepted"),
    onDone: () => {
      onClose();
      void reload();
    },
    onRefused: () => void reload(),
  });
  const open = reviewed.may_review && state !== "accepted";

  return (
    <>
      <Form form={form} className={classes.form}>
        <DocumentPhoto key={reviewed.photo} reviewed={reviewed} />
        <DocumentFacts reviewed={reviewed} />
        {open ? (
          <DateField
            label={t("people.document_expires")}
            description={
              claimed ? t("fleet.claimed", { day: date(`${claimed}T12:00:00`) }) : undefined
            }
            {...form.field("expires_on")}
          />
        ) : null}
        {reviewed.may_review ? null : <p className={classes.soft}>{t("fleet.review_by_admin")}</p>}
        <FormFailure form={form} />
        {reviewed.may_review ? (
          <div className={classes.buttons}>
            {state !== "refused" ? (
              <Button
                variant="default"
                size="md"
                aria-haspopup="dialog"
                disabled={form.isPending}
                onClick={() => setRejecting(true)}
              >
                {t("people.document_refuse")}
              </Button>
            ) : null}
            {open ? (
              <Button type="submit" variant="lamp" size="md" loading={form.isPending}>
                {t("people.document_accept")}
              </Button>
            ) : null}
          </div>
        ) : null}
      </Form>
      {rejecting ? (
        <RejectSheet
          reviewed={reviewed}
          onClose={() => setRejecting(false)}
          onRejected={() => {
            onClose();
            void reload();
          }}
          onChanged={(error) => {
            setRejecting(false);
            form.refuse(error);
          }}
        />
      ) : null}
    </>
  );
}
