import { Button } from "@mantine/core";
import {
  IconAdjustments,
  IconArrowDown,
  IconArrowUp,
  IconClockX,
  IconPackage,
  IconPencil,
  IconPlus,
  IconTrash,
} from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AdminCarType, carTypesKey, deleteCarType, moveCarType } from "@/api/admin-catalogue";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { DataList } from "@/ui/data-table/data-list";
import type { RowAction } from "@/ui/data-table/types";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { toast } from "@/ui/toast";
import { useCategory } from "@/ui/use-category";
import { useOpenRequest } from "@/ui/use-open-request";
import type { Part } from "./car-type-drawer";
import classes from "./car-types.module.css";
import { carTypeColumns } from "./columns";

const CarTypeDrawer = lazy(async () => ({
  default: (await import("./car-type-drawer")).CarTypeDrawer,
}));

/** The car types and their prices. */
export function CarTypesPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const category = useCategory();
  const [edited, setEdited] = useState<{ car: AdminCarType | null; part: Part } | null>(null);
  useOpenRequest("add", () => setEdited({ car: null, part: "figures" }));
  const [toDelete, setToDelete] = useState<AdminCarType | null>(null);
  const move = useMutation({
    mutationFn: ({ id, to }: { id: number; to: number }) => moveCarType(id, to),
    onError: (error) => toast.failure(errorText(error, t)),
    onSettled: () => client.invalidateQueries({ queryKey: ["car-types"] }),
  });
  const add = (
    <Button
      variant="lamp"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      aria-haspopup="dialog"
      onClick={() => setEdited({ car: null, part: "figures" })}
    >
      {t("cartypes.add")}
    </Button>
  );
  const actionsOf = (car: AdminCarType): RowAction[] => {
    const open = (part: Part) => () => setEdited({ car, part });
    const parcels = category === "delivery" || car.app_category === "delivery";
    return [
      {
        label: t("cartypes.edit"),
        icon: <IconPencil size={16} />,
        onClick: open("figures"),
        dialog: true,
      },
      ...(parcels
        ? [
            {
              label: t("cartypes.parcel_types"),
              icon: <IconPackage size={16} />,
              onClick: open("parcel_types"),
              dialog: true,
            },
            {
              label: t("cartypes.options"),
              icon: <IconAdjustments size={16} />,
              onClick: open("options"),
              dialog: true,
            },
          ]
        : []),
      {
        label: t("cartypes.cancel_slabs"),
        icon: <IconClockX size={16} />,
        onClick: open("cancel_slabs"),
        dialog: true,
      },
      {
        label: t("cartypes.up"),
        icon: <IconArrowUp size={16} />,
        onClick: () => move.mutate({ id: car.id, to: Math.max(0, car.position - 1) }),
      },
      {
        label: t("cartypes.down"),
        icon: <IconArrowDown size={16} />,
        onClick: () => move.mutate({ id: car.id, to: car.position + 1 }),
      },
      {
        label: t("cartypes.delete"),
        icon: <IconTrash size={16} />,
        color: "brick",
        onClick: () => setToDelete(car),
        dialog: true,
      },
    ];
  };

  return (
    <div className={classes.page}>
      <PageHeader title={t("cartypes.title")} lead={t("cartypes.lead")} actions={add} />
      <DataList<AdminCarType>
        name="car_types"
        label={t("cartypes.title")}
        path="car-types/all/"
        queryKey={carTypesKey}
        columns={carTypeColumns(t, format)}
        rowName={(row) => row.name}
        onOpen={(car) => setEdited({ car, part: "figures" })}
        opensDialog
        actions={actionsOf}
        empty={{ title: t("cartypes.none"), action: add }}
        exported={{ kind: "car_types", lead: t("cartypes.export_lead") }}
      />
      <Suspense fallback={null}>
        {edited ? <CarTypeDrawer {...edited} onClose={() => setEdited(null)} /> : null}
      </Suspense>
      {toDelete ? <DeleteSheet car={toDelete} onClose={() => setToDelete(null)} /> : null}
    </div>
  );
}

function DeleteSheet({ car, onClose }: { car: AdminCarType; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteCarType(car.id),
    onSuccess: () => {
      toast.success(t("cartypes.deleted"));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["car-types"] }),
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("cartypes.delete_of", { name: car.name })}
      confirmLabel={t("cartypes.delete")}
      onConfirm={() => remove.mutate()}
      tone="danger"
      working={remove.isPending}
      error={remove.error}
    >
      <p>{t("cartypes.delete_lead")}</p>
    </ConfirmSheet>
  );
}
