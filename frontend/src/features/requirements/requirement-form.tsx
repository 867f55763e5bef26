import { NativeSelect } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { carTypesQuery } from "@/api/catalogue";
import { DOCUMENT_KINDS, type DocumentKind } from "@/api/fleet";
import { fleetAdminsQuery } from "@/api/people";
import { useMay } from "@/api/permissions";
import {
  addRequirement,
  changeRequirement,
  EFFECTS,
  type Requirement,
  requirementsKey,
  SUBJECTS,
} from "@/api/requirements";
import { AmountInput } from "@/ui/amount-input";
import { useForm } from "@/ui/form/use-form";
import { SideForm } from "@/ui/side-panel";
import { nameOf } from "./columns";
import { EffectNote } from "./effect-note";

function draftOf(requirement: Requirement | null) {
  return {
    subject: requirement?.subject ?? ("driver" as Requirement["subject"]),
    kind: requirement?.kind ?? ("license" as DocumentKind),
    effect: requirement?.effect ?? ("blocks" as Requirement["effect"]),
    grace_days: String(requirement?.grace_days ?? 0),
    car_type: String(requirement?.car_type?.id ?? ""),
    fleet_admin: String(requirement?.fleet_admin?.id ?? ""),
  };
}

/** The values as sent; the server refuses a text that is no number. */
const bodyOf = (draft: ReturnType<typeof draftOf>) => ({
  ...draft,
  grace_days: draft.grace_days.trim() as unknown as number,
  car_type: draft.car_type ? Number(draft.car_type) : null,
  fleet_admin: draft.fleet_admin ? Number(draft.fleet_admin) : null,
});

interface RequirementFormProps {
  /** The requirement to edit, or null for a new one. */
  requirement: Requirement | null;
  onClose: () => void;
}

export function RequirementForm({ requirement, onClose }: RequirementFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const carTypes = useQuery(carTypesQuery());
  const may = useMay();
  const fleets = useQuery({ ...fleetAdminsQuery(), enabled: may("people") });
  const form = useForm({
    values: draftOf(requirement),
    send: (draft) => {
      const body = bodyOf(draft);
      return requirement ? changeRequirement(requirement.id, body) : addRequirement(body);
    },
    marks: ({ code }) => (code === "requirement_exists" ? ["kind"] : []),
    notice: t(requirement ? "fleet.requirement_changed" : "fleet.requirement_added"),
    onDone: () => {
      void client.invalidateQueries({ queryKey: requirementsKey });
      onClose();
    },
  });
  const { subject, effect, grace_days } = form.values;
  /** The options, with the current one even if the list no longer has it. */
  const named = (
    rows: readonly { id: number; name: string }[] = [],
    current: { id: number; name: string } | null | undefined,
    all: string,
  ) => [
    { value: "", label: all },
    ...[...rows, ...(current && rows.every(({ id }) => id !== current.id) ? [current] : [])].map(
      ({ id, name }) => ({ value: String(id), label: name || `#${id}` }),
    ),
  ];

  return (
    <SideForm
      title={requirement ? nameOf(requirement, t) : t("fleet.requirement_add")}
      onClose={onClose}
      form={form}
      saveLabel={requirement ? t("app.save") : t("fleet.requirement_add")}
    >
      <NativeSelect
        {...form.field("subject")}
        label={t("fleet.applies_to")}
        data={SUBJECTS.map((value) => ({ value, label: t(`fleet.subject_${value}`) }))}
        data-autofocus
      />
      <NativeSelect
        {...form.field("kind")}
        label={t("people.document_kind")}
        data={DOCUMENT_KINDS.map((value) => ({ value, label: t(`people.kinds.${value}`) }))}
      />
      <NativeSelect
        {...form.field("effect")}
        label={t("fleet.effect")}
        data={EFFECTS.map((value) => ({ value, label: t(`fleet.effect_${value}`) }))}
      />
      <AmountInput
        {...form.field("grace_days")}
        label={t("fleet.grace_days")}
        description={t("fleet.grace_hint")}
        inputMode="numeric"
      />
      <NativeSelect
        {...form.field("car_type")}
        label={t("people.col_car_type")}
        data={named(carTypes.data, requirement?.car_type, t("people.filter_car_type"))}
      />
      <NativeSelect
        {...form.field("fleet_admin")}
        label={t("people.col_fleet_admin")}
        data={named(fleets.data, requirement?.fleet_admin, t("people.filter_fleet_admin"))}
      />
      <EffectNote
        subject={subject}
        effect={effect}
        graceDays={grace_days}
        since={requirement?.created_at}
      />
    </SideForm>
  );
}
