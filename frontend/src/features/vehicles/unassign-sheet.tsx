import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { unassignVehicle, type Vehicle, vehiclesKey } from "@/api/fleet";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";

interface UnassignSheetProps {
  vehicle: Vehicle;
  onClose: () => void;
}

/** Ends the vehicle's assignment and cancels planned ones. */
export function UnassignSheet({ vehicle, onClose }: UnassignSheetProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => unassignVehicle(vehicle.id),
    onSuccess: () => {
      toast.success(t("fleet.unassigned"));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: vehiclesKey }),
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("fleet.unassign_of", { plate: vehicle.plate })}
      confirmLabel={t("fleet.unassign")}
      tone="danger"
      onConfirm={() => end.mutate()}
      working={end.isPending}
      error={end.error}
    >
      <p>{t("fleet.unassign_lead")}</p>
    </ConfirmSheet>
  );
}
