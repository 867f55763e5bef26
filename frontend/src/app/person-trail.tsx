import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AuditEntry, auditKey } from "@/api/audit";
import { actorWord, deedWord, fieldWord } from "@/features/audit/words";
import { useFormat } from "@/i18n/use-format";
import { lazy } from "@/ui/lazy";
import { OfficeList } from "@/ui/office-table/office-list";
import type { Column } from "@/ui/office-table/types";
import { PersonLink } from "@/ui/record-link";

const EntryDrawer = lazy(async () => ({
  default: (await import("@/features/audit/entry-drawer")).EntryDrawer,
}));

/** What staff changed about somebody. */
export function PersonTrail({ person }: { person: number }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const columns: Column<AuditEntry>[] = [
    { id: "at", label: t("people.when"), place: "aside", cell: (entry) => dateTime(entry.at) },
    {
      id: "actor",
      label: t("people.who"),
      place: "title",
      cell: (entry) => (
        <PersonLink id={entry.actor} kind="admin">
          <bdi>{actorWord(t, entry)}</bdi>
        </PersonLink>
      ),
    },
    { id: "action", label: t("people.what"), cell: (entry) => deedWord(t, entry.action) },
    {
      id: "after",
      label: t("audit.changed"),
      cell: (entry) =>
        [...new Set([...Object.keys(entry.before), ...Object.keys(entry.after)])]
          .map((name) => fieldWord(t, name))
          .join(", "),
    },
  ];
  return (
    <>
      <OfficeList<AuditEntry>
        name="person-trail"
        label={t("people.tab_trail")}
        path="audit/"
        queryKey={[...auditKey, "of", person]}
        fixed={{ kind: "user", target: String(person) }}
        columns={columns}
        rowName={(entry) => `${actorWord(t, entry)}, ${deedWord(t, entry.action)}`}
        onOpen={setOpened}
        empty={{ title: t("people.no_trail") }}
      />
      <Suspense fallback={null}>
        {opened ? <EntryDrawer entry={opened} onClose={() => setOpened(null)} /> : null}
      </Suspense>
    </>
  );
}
