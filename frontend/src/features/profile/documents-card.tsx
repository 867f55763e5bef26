import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ownDocumentsQuery } from "@/api/own-documents";
import type { OwnDocument, RequiredDocument } from "@/api/types";
import { ErrorState } from "@/ui/states";
import { DocumentRow } from "./document-row";
import classes from "./documents.module.css";
import { Section } from "./section";

const SUBJECTS = ["driver", "vehicle"] as const;
const keyOf = ({ subject, kind }: RequiredDocument) => `${subject}-${kind}`;

/** Returns one row for each document: of two requirements for it, the one that blocks. */
function rowsOf(required: readonly RequiredDocument[]): RequiredDocument[] {
  const rows = new Map<string, RequiredDocument>();
  for (const each of required) {
    if (!rows.has(keyOf(each)) || each.effect === "blocks") rows.set(keyOf(each), each);
  }
  return [...rows.values()];
}

const newestOf = (documents: readonly OwnDocument[], { subject, kind }: RequiredDocument) =>
  documents.find((each) => each.subject === subject && each.kind === kind);

/** The documents that the operator requires of the driver and the assigned vehicle. */
export function DocumentsCard() {
  const { t } = useTranslation();
  const documents = useQuery(ownDocumentsQuery());
  const [opened, setOpened] = useState<string | null>(null);
  const rows = rowsOf(documents.data?.required ?? []);
  const plate = documents.data?.vehicle?.plate ?? "";

  return (
    <Section id="documents" title={t("profile.documents.title")} lead={t("profile.documents.lead")}>
      {documents.data ? (
        SUBJECTS.map((subject) => {
          const own = rows.filter((each) => each.subject === subject);
          if (own.length === 0) return null;
          return (
            <div key={subject}>
              <h3 className={classes.subject}>
                {t(`profile.documents.of_${subject}`, { plate: `\u2068${plate}\u2069` })}
              </h3>
              <ul className={classes.rows}>
                {own.map((each) => (
                  <DocumentRow
                    key={keyOf(each)}
                    required={each}
                    newest={newestOf(documents.data.documents, each)}
                    opened={opened === keyOf(each)}
                    onOpen={(open) => setOpened(open ? keyOf(each) : null)}
                  />
                ))}
              </ul>
            </div>
          );
        })
      ) : documents.isError ? (
        <ErrorState compact error={documents.error} onRetry={() => void documents.refetch()} />
      ) : (
        <div className={classes.rows} role="status">
          <span className="hx-visually-hidden">{t("app.loading")}</span>
          <Skeleton height="4.5rem" radius="md" />
          <Skeleton height="4.5rem" radius="md" />
        </div>
      )}
    </Section>
  );
}
