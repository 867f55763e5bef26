import { Checkbox, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { peopleKey } from "@/api/people";
import { AREAS, addRole, changeRole, type RoleFields, type StaffRole } from "@/api/staff-roles";
import type { StaffPermissions } from "@/api/types";
import { useForm } from "@/ui/form/use-form";
import { ReadOnly, useReadOnly } from "@/ui/read-only";
import { SideForm } from "@/ui/side-panel";
import { LevelField } from "./level-field";
import classes from "./staff-roles.module.css";

interface RoleFormProps {
  /** The role to edit, or null for a new one. */
  edited: StaffRole | null;
  onClose: () => void;
}

const NOTHING = Object.fromEntries(AREAS.map((area) => [area, "none"])) as StaffPermissions;

/** Adds or edits a role: a level in each area. A role that the user may not change is only shown. */
export function RoleForm({ edited: role, onClose }: RoleFormProps) {
  const { t } = useTranslation();
  const readOnly = useReadOnly() || role?.editable === false;
  const client = useQueryClient();
  const form = useForm<Required<RoleFields>>({
    values: {
      name: role?.name ?? "",
      permissions: { ...NOTHING, ...role?.permissions },
      two_factor: role?.two_factor ?? false,
    },
    send: (fields) => (role ? changeRole(role.id, fields) : addRole(fields)),
    notice: t("staff.saved"),
    onDone: () => {
      void client.invalidateQueries({ queryKey: peopleKey });
      onClose();
    },
  });
  return (
    <ReadOnly when={readOnly}>
      <SideForm
        title={role ? t("staff.edit_of", { name: role.name }) : t("staff.add")}
        onClose={onClose}
        form={form}
        saveLabel={t("app.save")}
        width={640}
      >
        {role && !role.editable ? <p className={classes.note}>{t("staff.not_editable")}</p> : null}
        <TextInput
          {...form.field("name")}
          label={t("staff.name")}
          maxLength={60}
          required
          data-autofocus
          dir="auto"
        />
        <section aria-label={t("staff.permissions")} className={classes.matrix}>
          {AREAS.map((area) => (
            <LevelField
              key={area}
              area={area}
              value={form.values.permissions[area] ?? "none"}
              onChange={(level) =>
                form.setFieldValue("permissions", { ...form.values.permissions, [area]: level })
              }
            />
          ))}
        </section>
        <Checkbox
          {...form.field("two_factor", { type: "checkbox" })}
          label={t("staff.two_factor_needed")}
          description={t("staff.two_factor_hint")}
        />
      </SideForm>
    </ReadOnly>
  );
}
