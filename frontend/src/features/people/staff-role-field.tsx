import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { isOwner } from "@/api/permissions";
import { useViewer } from "@/api/session";
import { rolesQuery } from "@/api/staff-roles";
import type { PersonRow } from "@/api/types";
import { OWNER } from "./use-person-form";

interface StaffRoleFieldProps extends Omit<NativeSelectProps, "data"> {
  /** Whether it is the user's own role, which others change. */
  own: boolean;
  current: PersonRow["staff_role"];
  isNew: boolean;
}

/** Chooses the staff role of an admin among those that the user may give. */
export function StaffRoleField({ own, current, isNew, ...field }: StaffRoleFieldProps) {
  const { t } = useTranslation();
  const { me } = useViewer();
  const roles = useQuery({ ...rolesQuery(), enabled: !own });
  const givable = (roles.data ?? []).filter(({ givable, id }) => givable && id !== current?.id);
  return (
    <NativeSelect
      {...field}
      disabled={own}
      required={isNew}
      description={t(own ? "staff.own_hint" : "staff.owner_hint")}
      data={[
        ...(isNew ? [{ value: "", label: t("staff.reassign_choose"), disabled: true }] : []),
        ...(isOwner(me) || (!isNew && !current) ? [{ value: OWNER, label: t("staff.owner") }] : []),
        ...(current ? [{ value: String(current.id), label: current.name }] : []),
        ...givable.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}
