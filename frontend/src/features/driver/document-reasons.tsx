import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ownDocumentsQuery } from "@/api/own-documents";
import type { Eligibility, RequiredDocument } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Message } from "@/ui/message";

type Document = Pick<RequiredDocument, "kind"> & { subject?: RequiredDocument["subject"] };

/** The documents that prevent trips: missing, expired or waiting for review. */
export function DocumentReasons({ eligibility }: { eligibility: Eligibility }) {
  const { t } = useTranslation();
  const { list } = useFormat();
  const missing = eligibility.missing_documents;
  const expired = eligibility.expired_documents;
  const own = useQuery({
    ...ownDocumentsQuery(),
    enabled: missing.length > 0 || expired.length > 0,
  });
  const required = own.data?.required ?? [];
  const requiredAs = ({ kind, subject }: Document) =>
    required.filter((each) => each.kind === kind && each.subject === (subject ?? each.subject));
  const isSubmitted = (each: Document) => {
    const rows = requiredAs(each);
    return rows.length > 0 && rows.every(({ state }) => state === "submitted");
  };

  const documents: Record<"missing" | "expired" | "submitted", Document[]> = {
    missing: missing.filter((each) => !isSubmitted(each)),
    expired: expired.filter((each) => !isSubmitted(each)),
    submitted: [...missing, ...expired].filter(isSubmitted),
  };
  return (["missing", "expired", "submitted"] as const).map((state) => {
    const found = documents[state];
    if (found.length === 0) return null;
    const names = new Set(found.map(({ kind }) => t(`driver.document_${kind}`)));
    return (
      <Message
        key={state}
        tone={state === "submitted" ? "way" : "danger"}
        action={
          // Without a requirement the profile has no documents to submit.
          found.some((each) => requiredAs(each).length > 0) ? (
            <Button component={Link} to="/profile#documents" variant="default">
              {t("driver.to_documents")}
            </Button>
          ) : undefined
        }
      >
        {t(`driver.why_documents_${state}`, { documents: list([...names]) })}
      </Message>
    );
  });
}
