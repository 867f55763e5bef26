import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AuditEntry, auditKey } from "@/api/audit";
import { actionLabel, actorLabel, fieldLabel } from "@/features/audit/labels";
import { useFormat } from "@/i18n/use-format";
import { DataList } from "@/ui/data-table/data-list";
import type { Column } from "@/ui/data-table/types";
import { lazy } from "@/ui/lazy";
import { PersonLink } from "@/ui/record-link";

const EntryDrawer = lazy(async () => ({
  default: (await import("@/features/audit/entry-drawer")).EntryDrawer,
}));

/** The audit log of one user. */
export function PersonAuditLog({ person }: { person: number }) {
  const { t } = useTranslation();
  const { dateTime, list } = useFormat();
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const columns: Column<AuditEntry>[] = [
    { id: "at", label: t("people.when"), place: "aside", cell: (entry) => dateTime(entry.at) },
    {
      id: "actor",
      label: t("people.who"),
      place: "title",
      cell: (entry) => (
        <PersonLink id={entry.actor} kind="admin">
          <bdi>{actorLabel(t, entry)}</bdi>
        </PersonLink>
      ),
    },
    { id: "action", label: t("people.what"), cell: (entry) => actionLabel(t, entry.action) },
    {
      id: "after",
      label: t("audit.changed"),
      cell: (entry) =>
        list(
          [...new Set([...Object.keys(entry.before), ...Object.keys(entry.after)])].map((name) =>
            fieldLabel(t, name),
          ),
        ),
    },
  ];
  return (
    <>
      <DataList<AuditEntry>
        name="person-trail"
        label={t("people.tab_trail")}
        path="audit/"
        queryKey={[...auditKey, "of", person]}
        fixed={{ kind: "user", target: String(person) }}
        columns={columns}
        rowName={(entry) => `${actorLabel(t, entry)}, ${actionLabel(t, entry.action)}`}
        onOpen={setOpened}
        opensDialog
        empty={{ title: t("people.no_trail") }}
      />
      <Suspense fallback={null}>
        {opened ? <EntryDrawer entry={opened} onClose={() => setOpened(null)} /> : null}
      </Suspense>
    </>
  );
}
