import { Button, Skeleton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { documentsQuery } from "@/api/people";
import type { DriverDocument, Person } from "@/api/types";
import { lazy } from "@/ui/lazy";
import { EmptyState, ErrorState } from "@/ui/states";
import { DocumentCard } from "./document-card";
import classes from "./people.module.css";

const DocumentForm = lazy(async () => ({
  default: (await import("./document-form")).DocumentForm,
}));
const DocumentViewer = lazy(async () => ({
  default: (await import("./document-viewer")).DocumentViewer,
}));
const DocumentDeed = lazy(async () => ({
  default: (await import("./document-deed")).DocumentDeed,
}));

type Open =
  | { form: true }
  | { look: DriverDocument }
  | { deed: "refuse" | "delete"; of: DriverDocument }
  | null;

/** A driver's papers: looked at closely, accepted or refused, with the day they run out. */
export function Documents({ person }: { person: Person }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open>(null);
  const papers = useQuery(documentsQuery(person.id));
  const close = () => setOpen(null);
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => setOpen({ form: true })}
    >
      {t("people.paper_add")}
    </Button>
  );

  return (
    <div className={classes.tab}>
      {papers.isPending ? (
        <Skeleton height="9rem" radius="md" />
      ) : papers.isError ? (
        <ErrorState compact error={papers.error} onRetry={() => void papers.refetch()} />
      ) : papers.data.length === 0 ? (
        <EmptyState
          compact
          title={t("people.papers_none")}
          body={t("people.papers_none_body")}
          action={add}
        />
      ) : (
        <>
          <div className={classes.row}>{add}</div>
          <ul className={classes.papers}>
            {papers.data.map((paper) => (
              <DocumentCard
                key={paper.id}
                paper={paper}
                mayDecide={person.may_approve}
                onLook={() => setOpen({ look: paper })}
                onDeed={(deed) => setOpen({ deed, of: paper })}
              />
            ))}
          </ul>
        </>
      )}
      <Suspense fallback={null}>
        {open && "form" in open ? <DocumentForm driver={person.id} onClose={close} /> : null}
        {open && "look" in open ? <DocumentViewer paper={open.look} onClose={close} /> : null}
        {open && "deed" in open ? (
          <DocumentDeed deed={open.deed} paper={open.of} onClose={close} />
        ) : null}
      </Suspense>
    </div>
  );
}
