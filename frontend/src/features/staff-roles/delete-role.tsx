import { NativeSelect } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { peopleKey } from "@/api/people";
import { deleteRole, rolesQuery, type StaffRole } from "@/api/staff-roles";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";

/** Deletes a role after a confirmation; the admins who have it get the chosen one. */
export function DeleteRole({ role, onClose }: { role: StaffRole; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [other, setOther] = useState("");
  const roles = useQuery({ ...rolesQuery(), enabled: role.people > 0 });
  const remove = useMutation({
    mutationFn: () => deleteRole(role.id, other ? Number(other) : null),
    onSuccess: () => {
      toast.success(t("staff.deleted"));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: peopleKey }),
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("staff.delete_of", { name: role.name })}
      confirmLabel={t("staff.delete")}
      tone="danger"
      onConfirm={() => remove.mutate()}
      working={remove.isPending}
      error={remove.error}
      blockedReason={role.people > 0 && !other ? t("staff.reassign_choose") : undefined}
    >
      <p>{t("staff.delete_lead")}</p>
      {role.people > 0 ? (
        <NativeSelect
          label={t("staff.reassign")}
          description={t("staff.reassign_lead")}
          value={other}
          onChange={(event) => setOther(event.currentTarget.value)}
          data={[
            { value: "", label: t("staff.reassign_choose") },
            ...(roles.data ?? [])
              .filter(({ id, givable }) => givable && id !== role.id)
              .map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      ) : null}
    </ConfirmSheet>
  );
}
