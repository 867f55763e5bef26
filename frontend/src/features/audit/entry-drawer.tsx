import { Anchor, Table } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { AuditEntry } from "@/api/audit";
import { useFormat } from "@/i18n/use-format";
import { SidePanel } from "@/ui/side-panel";
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
import { Value } from "./values";

interface EntryDrawerProps {
  entry: AuditEntry;
  onClose: () => void;
}

/** One action by staff, with the value of each field before and after. */
export function EntryDrawer({ entry, onClose }: EntryDrawerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const before: Record<string, unknown> = entry.before;
  const after: Record<string, unknown> = entry.after;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const page = pageOf(entry);

  return (
    <SidePanel
      title={`${actionLabel(t, entry.action)}: ${targetLabel(entry) || kindLabel(t, entry.kind)}`}
      onClose={onClose}
      width={560}
    >
      <dl className={classes.facts}>
        <dt>{t("audit.who")}</dt>
        <dd>
          {entry.actor ? (
            <Anchor component={Link} to={`/people/${entry.actor}`}>
              <bdi>{actorLabel(t, entry)}</bdi>
            </Anchor>
          ) : (
            actorLabel(t, entry)
          )}
        </dd>
        <dt>{t("audit.when")}</dt>
        <dd>{format.dateTime(entry.at)}</dd>
        <dt>{t("audit.what")}</dt>
        <dd>
          {kindLabel(t, entry.kind)}
          {targetLabel(entry) ? ": " : ""}
          {page ? (
            <Anchor component={Link} to={page}>
              <bdi>{targetLabel(entry)}</bdi>
            </Anchor>
          ) : (
            <bdi>{targetLabel(entry)}</bdi>
          )}
        </dd>
        <dt>{t("audit.source")}</dt>
        <dd>{sourceLabel(t, entry.source)}</dd>
      </dl>
      {names.length > 0 ? (
        <Table className={classes.difference ?? ""} aria-label={t("audit.difference")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t("audit.field")}</Table.Th>
              <Table.Th scope="col">{t("audit.before")}</Table.Th>
              <Table.Th scope="col">{t("audit.after")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {names.map((name) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{fieldLabel(t, name)}</Table.Th>
                <Table.Td className={classes.was ?? ""}>
                  <Value name={name} value={before[name]} figures={entry.figures} />
                </Table.Td>
                <Table.Td className={classes.is ?? ""}>
                  <Value name={name} value={after[name]} figures={entry.figures} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : (
        <p className={classes.nothing}>{t("audit.no_fields")}</p>
      )}
    </SidePanel>
  );
}
