import { Button, Skeleton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { addDocument, documentsQuery, personKey } from "@/api/people";
import type { DriverDocument, Person } from "@/api/types";
import { lazy } from "@/ui/lazy";
import { EmptyState, ErrorState } from "@/ui/states";
import { DocumentCard } from "./document-card";
import classes from "./people.module.css";

const DocumentForm = lazy(async () => ({
  default: (await import("@/ui/document-form")).DocumentForm,
}));
const DocumentViewer = lazy(async () => ({
  default: (await import("@/ui/document-viewer")).DocumentViewer,
}));
const DocumentAction = lazy(async () => ({
  default: (await import("./document-action")).DocumentAction,
}));

type Open =
  | { form: true }
  | { look: DriverDocument }
  | { action: "refuse" | "delete"; of: DriverDocument }
  | null;

/** A driver's documents: view, accept or reject them, and set their expiry dates. */
export function Documents({ person }: { person: Person }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open>(null);
  const client = useQueryClient();
  const documents = useQuery(documentsQuery(person.id));
  const close = () => setOpen(null);
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      aria-haspopup="dialog"
      onClick={() => setOpen({ form: true })}
    >
      {t("people.document_add")}
    </Button>
  );

  return (
    <div className={classes.tab}>
      {documents.isPending ? (
        <Skeleton height="9rem" radius="md" />
      ) : documents.isError ? (
        <ErrorState compact error={documents.error} onRetry={() => void documents.refetch()} />
      ) : documents.data.length === 0 ? (
        <EmptyState
          compact
          title={t("people.documents_none")}
          body={t("people.documents_none_body")}
          action={add}
        />
      ) : (
        <>
          <div className={classes.row}>{add}</div>
          <ul className={classes.documents}>
            {documents.data.map((driverDocument) => (
              <DocumentCard
                key={driverDocument.id}
                driverDocument={driverDocument}
                mayDecide={person.may_approve}
                onLook={() => setOpen({ look: driverDocument })}
                onAction={(action) => setOpen({ action, of: driverDocument })}
              />
            ))}
          </ul>
        </>
      )}
      <Suspense fallback={null}>
        {open && "form" in open ? (
          <DocumentForm
            title={t("people.document_add")}
            kind="insurance"
            send={(file, fields) => addDocument(person.id, file, fields)}
            onSaved={() => void client.invalidateQueries({ queryKey: personKey(person.id) })}
            onClose={close}
          />
        ) : null}
        {open && "look" in open ? (
          <DocumentViewer
            title={t(`people.kinds.${open.look.kind}`)}
            url={open.look.url}
            onClose={close}
          />
        ) : null}
        {open && "action" in open ? (
          <DocumentAction action={open.action} driverDocument={open.of} onClose={close} />
        ) : null}
      </Suspense>
    </div>
  );
}
