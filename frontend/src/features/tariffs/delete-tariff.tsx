import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { deleteTariff, type TariffRow, tariffsKey } from "@/api/tariffs";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";

interface DeleteTariffProps {
  tariff: Pick<TariffRow, "id" | "name">;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteTariff({ tariff, onClose, onDeleted }: DeleteTariffProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteTariff(tariff.id),
    onSuccess: () => {
      toast.success(t("tariffs.deleted"));
      onClose();
      onDeleted?.();
    },
    onSettled: () => client.invalidateQueries({ queryKey: [...tariffsKey, "list"] }),
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("tariffs.delete_of", { name: tariff.name })}
      confirmLabel={t("tariffs.delete")}
      tone="danger"
      onConfirm={() => remove.mutate()}
      working={remove.isPending}
      error={remove.error}
    >
      <p>{t("tariffs.delete_lead")}</p>
    </ConfirmSheet>
  );
}
