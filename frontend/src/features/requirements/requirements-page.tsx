import { Button } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { DOCUMENT_KINDS } from "@/api/fleet";
import { EFFECTS, type Requirement, requirementsKey, SUBJECTS } from "@/api/requirements";
import { useFormat } from "@/i18n/use-format";
import { DataList } from "@/ui/data-table/data-list";
import type { ListFilter, RowAction } from "@/ui/data-table/types";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { useOpenRequest } from "@/ui/use-open-request";
import { nameOf, requirementColumns } from "./columns";
import { DeleteSheet } from "./delete-sheet";
import classes from "./requirements.module.css";

const RequirementForm = lazy(async () => ({
  default: (await import("./requirement-form")).RequirementForm,
}));

/** The documents that drivers and vehicles need; document types that are not listed follow the standard rule. */
export function RequirementsPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const [edited, setEdited] = useState<Requirement | "new" | null>(null);
  const [toDelete, setToDelete] = useState<Requirement | null>(null);
  useOpenRequest("add", () => setEdited("new"));
  const add = (
    <Button
      variant="lamp"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      aria-haspopup="dialog"
      onClick={() => setEdited("new")}
    >
      {t("fleet.requirement_add")}
    </Button>
  );
  const actions = (row: Requirement): RowAction[] => [
    {
      label: t("fleet.edit"),
      icon: <IconPencil size={16} aria-hidden="true" />,
      onClick: () => setEdited(row),
      dialog: true,
    },
    {
      label: t("people.delete"),
      icon: <IconTrash size={16} aria-hidden="true" />,
      color: "brick",
      onClick: () => setToDelete(row),
      dialog: true,
    },
  ];
  const choice = <V extends string>(
    name: string,
    label: string,
    values: readonly V[],
    text: (value: V) => string,
  ): ListFilter => ({
    name,
    label,
    kind: "select",
    options: values.map((value) => ({ value, label: text(value) })),
  });

  return (
    <div className={classes.page}>
      <PageHeader
        title={t("menu.requirements")}
        lead={t("fleet.requirements_lead")}
        actions={add}
      />
      <DataList<Requirement>
        name="requirements"
        label={t("menu.requirements")}
        path="requirements/"
        queryKey={requirementsKey}
        columns={requirementColumns(t, format)}
        filters={[
          choice("subject", t("fleet.applies_to"), SUBJECTS, (each) => t(`fleet.subject_${each}`)),
          choice("kind", t("people.document_kind"), DOCUMENT_KINDS, (each) =>
            t(`people.kinds.${each}`),
          ),
          choice("effect", t("fleet.effect"), EFFECTS, (each) => t(`fleet.effect_${each}`)),
        ]}
        rowName={(row) => nameOf(row, t)}
        onOpen={setEdited}
        opensDialog
        actions={actions}
        empty={{
          title: t("fleet.requirements_none"),
          body: t("fleet.requirements_none_body"),
          action: add,
        }}
        exported={{ kind: "requirements", lead: t("fleet.requirements_export") }}
      />
      <Suspense fallback={null}>
        {edited ? (
          <RequirementForm
            requirement={edited === "new" ? null : edited}
            onClose={() => setEdited(null)}
          />
        ) : null}
      </Suspense>
      {toDelete ? <DeleteSheet requirement={toDelete} onClose={() => setToDelete(null)} /> : null}
    </div>
  );
}
