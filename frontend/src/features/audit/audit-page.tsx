import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type AuditEntry, auditKey, auditKindsQuery } from "@/api/audit";
import { useFormat } from "@/i18n/use-format";
import { DataList } from "@/ui/data-table/data-list";
import type { Column, ListFilter, ListParams } from "@/ui/data-table/types";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { PersonLink } from "@/ui/record-link";
import { useAddress } from "@/ui/use-address";
import classes from "./audit.module.css";
import {
  actionLabel,
  actorLabel,
  fieldLabel,
  kindLabel,
  pageOf,
  sourceLabel,
  targetLabel,
} from "./labels";

const EntryDrawer = lazy(async () => ({
  default: (await import("./entry-drawer")).EntryDrawer,
}));

const SOURCES = ["office", "django_admin", "shell"];
/** Filters that are set only by links from other pages. */
const OF_ONE = ["target", "actor"];

/** The audit log: every change by staff, with its author, time and values. */
export function AuditPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const { params, step } = useAddress();
  const { data: kinds = [] } = useQuery(auditKindsQuery());
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const fixed: ListParams = Object.fromEntries(
    OF_ONE.flatMap((name) => (params.has(name) ? [[name, params.get(name) ?? ""]] : [])),
  );

  const columns: Column<AuditEntry>[] = [
    {
      id: "at",
      label: t("audit.when"),
      sort: "at",
      place: "aside",
      cell: (entry) => format.dateTime(entry.at),
    },
    {
      id: "actor",
      label: t("audit.who"),
      place: "title",
      cell: (entry) => (
        <PersonLink id={entry.actor} kind="admin">
          <bdi>{actorLabel(t, entry)}</bdi>
        </PersonLink>
      ),
    },
    { id: "action", label: t("audit.action"), cell: (entry) => actionLabel(t, entry.action) },
    { id: "kind", label: t("audit.kind"), cell: (entry) => kindLabel(t, entry.kind) },
    { id: "label", label: t("audit.thing"), cell: (entry) => <ObjectLink entry={entry} /> },
    {
      id: "after",
      label: t("audit.changed"),
      cell: (entry) => format.list(changed(entry).map((name) => fieldLabel(t, name))),
    },
    { id: "source", label: t("audit.source"), cell: (entry) => sourceLabel(t, entry.source) },
    { id: "target_id", label: t("audit.id"), hidden: true, cell: (entry) => entry.target_id },
  ];
  const filters: ListFilter[] = [
    {
      name: "kind",
      label: t("audit.kind"),
      kind: "select",
      options: kinds.map((kind) => ({ value: kind, label: kindLabel(t, kind) })),
    },
    {
      name: "source",
      label: t("audit.source"),
      kind: "select",
      options: SOURCES.map((source) => ({
        value: source,
        label: sourceLabel(t, source),
      })),
    },
    { name: "from", label: t("audit.from"), kind: "date" },
    { name: "to", label: t("audit.to"), kind: "date" },
  ];

  const clearObjectFilter = () => step(Object.fromEntries(OF_ONE.map((name) => [name, ""])));

  return (
    <div className={classes.page}>
      <PageHeader title={t("menu.audit")} lead={t("audit.lead")} />
      {Object.keys(fixed).length > 0 ? (
        <Button
          className={classes.filtered ?? ""}
          variant="default"
          rightSection={<IconX size={16} aria-hidden="true" />}
          onClick={clearObjectFilter}
        >
          {t(fixed.actor ? "audit.of_one_person" : "audit.of_one_thing")}
        </Button>
      ) : null}
      <DataList<AuditEntry>
        name="audit"
        label={t("menu.audit")}
        path="audit/"
        queryKey={auditKey}
        columns={columns}
        filters={filters}
        fixed={fixed}
        searchable
        rowName={(entry) => `${actorLabel(t, entry)}, ${actionLabel(t, entry.action)}`}
        onOpen={setOpened}
        opensDialog
        empty={{ title: t("audit.none"), body: t("audit.none_body") }}
        exported={{ kind: "audit", lead: t("audit.export") }}
      />
      <Suspense fallback={null}>
        {opened ? <EntryDrawer entry={opened} onClose={() => setOpened(null)} /> : null}
      </Suspense>
    </div>
  );
}

function changed(entry: AuditEntry): string[] {
  return [...new Set([...Object.keys(entry.before), ...Object.keys(entry.after)])];
}

/** The object's name, linked to its page if it has one. The row itself opens the entry. */
function ObjectLink({ entry }: { entry: AuditEntry }) {
  const page = pageOf(entry);
  const name = <bdi>{targetLabel(entry)}</bdi>;
  if (!page) return name;
  return (
    <Link to={page} onClick={(event) => event.stopPropagation()}>
      {name}
    </Link>
  );
}
