import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { deleteRank, type Rank, ranksKey } from "@/api/ranks";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";

interface DeleteSheetProps {
  rank: Rank;
  onClose: () => void;
}

export function DeleteSheet({ rank, onClose }: DeleteSheetProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteRank(rank.id),
    onSuccess: () => {
      toast.success(t("fleet.rank_deleted"));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ranksKey }),
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("fleet.rank_delete_of", { name: rank.name })}
      confirmLabel={t("people.delete")}
      tone="danger"
      onConfirm={() => remove.mutate()}
      working={remove.isPending}
      error={remove.error}
    >
      <p>{t("fleet.rank_delete_lead")}</p>
    </ConfirmSheet>
  );
}
