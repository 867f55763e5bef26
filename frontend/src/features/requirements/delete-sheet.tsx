import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { deleteRequirement, type Requirement, requirementsKey } from "@/api/requirements";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";
import { nameOf } from "./columns";

interface DeleteSheetProps {
  requirement: Requirement;
  onClose: () => void;
}

export function DeleteSheet({ requirement, onClose }: DeleteSheetProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteRequirement(requirement.id),
    onSuccess: () => {
      toast.success(t("fleet.requirement_deleted"));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: requirementsKey }),
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("fleet.requirement_delete_of", { name: nameOf(requirement, t) })}
      confirmLabel={t("people.delete")}
      tone="danger"
      onConfirm={() => remove.mutate()}
      working={remove.isPending}
      error={remove.error}
    >
      <p>{t("fleet.requirement_delete_lead")}</p>
    </ConfirmSheet>
  );
}
