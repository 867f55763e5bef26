import { Button } from "@mantine/core";
import {
  IconArrowDown,
  IconArrowUp,
  IconGripVertical,
  IconPencil,
  IconPlus,
  IconTrash,
} from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { changeReason, type Reason, reasonsKey } from "@/api/admin-catalogue";
import { publicSettingsQuery } from "@/api/catalogue";
import { DataList } from "@/ui/data-table/data-list";
import type { Column, RowAction, WholeList } from "@/ui/data-table/types";
import { PageHeader } from "@/ui/page-header";
import { useReadOnly } from "@/ui/read-only";
import { DeleteReasonSheet, ReasonSheet } from "./reason-sheets";
import classes from "./reasons.module.css";
import { useReorder, useRowDrag } from "./use-reorder";

const PAGE_SIZE = 10;
const matches: WholeList<Reason>["matches"] = ({ label }, search) =>
  label.toLowerCase().includes(search.toLowerCase());

type Opened = { action: "write"; reason: Reason | null } | { action: "delete"; reason: Reason };

/** The cancellation reasons that riders can choose, in the admins' order. */
export function ReasonsPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const settings = useQuery(publicSettingsQuery()).data;
  const readOnly = useReadOnly();
  const demo = settings?.allow_critical_edits_admin === false;
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const { move, moved } = useReorder();
  const rowProps = useRowDrag(move);
  const add = demo ? null : (
    <Button
      variant="lamp"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      aria-haspopup="dialog"
      onClick={() => setOpened({ action: "write", reason: null })}
    >
      {t("reasons.add")}
    </Button>
  );

  const columns: Column<Reason>[] = [
    {
      id: "value",
      label: t("reasons.place"),
      place: "aside",
      cell: ({ value }) => (
        <span className={classes.place}>
          {demo || readOnly ? null : (
            <IconGripVertical className={classes.grip} size={16} aria-hidden="true" />
          )}
          {value}
        </span>
      ),
    },
    {
      id: "label",
      label: t("reasons.label"),
      place: "title",
      cell: ({ label }) => label,
      edit: {
        kind: "text",
        may: () => !demo,
        value: ({ label }) => label,
        apply: (reason, label) => ({ ...reason, label }),
        save: async (reason, label) => {
          const saved = await changeReason(reason.id, label.trim());
          void client.invalidateQueries({ queryKey: reasonsKey });
          return { ...reason, ...saved };
        },
      },
    },
  ];
  const actions = (reason: Reason, all: readonly Reason[]): RowAction[] => [
    {
      label: t("reasons.up", { label: reason.label }),
      inline: t("reasons.up", { label: reason.label }),
      icon: <IconArrowUp size={18} aria-hidden="true" />,
      onClick: () => move(reason, reason.value - 1),
      disabled: reason.value === 0,
    },
    {
      label: t("reasons.down", { label: reason.label }),
      inline: t("reasons.down", { label: reason.label }),
      icon: <IconArrowDown size={18} aria-hidden="true" />,
      onClick: () => move(reason, reason.value + 1),
      disabled: reason.value === all.length - 1,
    },
    {
      label: t("reasons.edit", { label: reason.label }),
      icon: <IconPencil size={16} aria-hidden="true" />,
      onClick: () => setOpened({ action: "write", reason }),
      dialog: true,
    },
    {
      label: t("reasons.delete", { label: reason.label }),
      icon: <IconTrash size={16} aria-hidden="true" />,
      color: "brick",
      onClick: () => setOpened({ action: "delete", reason }),
      dialog: true,
    },
  ];

  return (
    <div className={classes.page}>
      <PageHeader
        title={t("reasons.title")}
        lead={demo ? t("reasons.demo") : t("reasons.lead")}
        actions={add}
      />
      <DataList<Reason>
        name="cancel-reasons"
        label={t("reasons.title")}
        path="cancel-reasons/"
        queryKey={reasonsKey}
        columns={columns}
        searchable
        pageSize={PAGE_SIZE}
        whole={{ matches, follow: moved?.id ?? null }}
        rowName={({ label }) => label}
        {...(demo || readOnly ? {} : { actions, rowProps })}
        empty={{ title: t("reasons.none"), action: add }}
        exported={{ kind: "cancel_reasons", lead: t("reasons.export_lead") }}
      />
      <p className="hx-visually-hidden" role="status">
        {moved?.announcement}
      </p>
      {opened?.action === "write" ? <ReasonSheet reason={opened.reason} onClose={close} /> : null}
      {opened?.action === "delete" ? (
        <DeleteReasonSheet reason={opened.reason} onClose={close} />
      ) : null}
    </div>
  );
}
