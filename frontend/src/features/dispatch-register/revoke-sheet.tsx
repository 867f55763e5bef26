import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { accessesKey, type InspectorAccess, revokeAccess } from "@/api/register";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";

interface RevokeSheetProps {
  access: InspectorAccess;
  onClose: () => void;
}

export function RevokeSheet({ access, onClose }: RevokeSheetProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeAccess(access.id),
    onSuccess: () => {
      toast.success(t("inspection.revoked"));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: accessesKey }),
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("inspection.revoke_of", { name: access.name })}
      confirmLabel={t("inspection.revoke")}
      tone="danger"
      onConfirm={() => revoke.mutate()}
      working={revoke.isPending}
      error={revoke.error}
    >
      <p>{t("inspection.revoke_lead")}</p>
    </ConfirmSheet>
  );
}
