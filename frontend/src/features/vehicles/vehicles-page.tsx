import { Button } from "@mantine/core";
import {
  IconFileCheck,
  IconPencil,
  IconPlus,
  IconSteeringWheel,
  IconUpload,
  IconX,
} from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { addVehicleDocument, documentsKey, type Vehicle, vehiclesKey } from "@/api/fleet";
import { DataList } from "@/ui/data-table/data-list";
import type { RowAction } from "@/ui/data-table/types";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { useOpenRequest } from "@/ui/use-open-request";
import { vehicleColumns } from "./columns";
import { UnassignSheet } from "./unassign-sheet";
import { useVehicleFilters } from "./use-vehicle-filters";
import classes from "./vehicles.module.css";

const VehicleForm = lazy(async () => ({ default: (await import("./vehicle-form")).VehicleForm }));
const DocumentForm = lazy(async () => ({
  default: (await import("@/ui/document-form")).DocumentForm,
}));
const AssignPanel = lazy(async () => ({ default: (await import("./assign-panel")).AssignPanel }));

type Open = { action: "edit" | "assign" | "unassign" | "document"; of: Vehicle } | "new" | null;

/** All vehicles with their drivers; fleet admins see those of their fleet. */
export function VehiclesPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const filters = useVehicleFilters();
  const [open, setOpen] = useState<Open>(null);
  useOpenRequest("add", () => setOpen("new"));
  const close = () => setOpen(null);
  const add = (
    <Button
      variant="lamp"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      aria-haspopup="dialog"
      onClick={() => setOpen("new")}
    >
      {t("fleet.vehicle_add")}
    </Button>
  );
  const actions = (row: Vehicle): RowAction[] => [
    {
      label: t("fleet.edit"),
      icon: <IconPencil size={16} aria-hidden="true" />,
      onClick: () => setOpen({ action: "edit", of: row }),
      dialog: true,
    },
    {
      label: t("fleet.assign"),
      icon: <IconSteeringWheel size={16} aria-hidden="true" />,
      onClick: () => setOpen({ action: "assign", of: row }),
      dialog: true,
    },
    {
      label: t("fleet.unassign"),
      icon: <IconX size={16} aria-hidden="true" />,
      onClick: () => setOpen({ action: "unassign", of: row }),
      dialog: true,
    },
    {
      label: t("people.document_add"),
      icon: <IconUpload size={16} aria-hidden="true" />,
      onClick: () => setOpen({ action: "document", of: row }),
      dialog: true,
    },
    {
      label: t("menu.documents"),
      icon: <IconFileCheck size={16} aria-hidden="true" />,
      to: `/documents?show=all&subject=vehicle&q=${encodeURIComponent(row.plate)}`,
    },
  ];

  return (
    <div className={classes.page}>
      <PageHeader title={t("menu.vehicles")} lead={t("fleet.vehicles_lead")} actions={add} />
      <DataList<Vehicle>
        name="vehicles"
        label={t("menu.vehicles")}
        path="vehicles/"
        queryKey={vehiclesKey}
        columns={vehicleColumns(t)}
        filters={filters}
        searchable
        searchTexts={{ label: t("fleet.vehicles_search"), hint: t("fleet.vehicles_search") }}
        rowName={(row) => row.plate}
        onOpen={(row) => setOpen({ action: "edit", of: row })}
        opensDialog
        actions={actions}
        empty={{ title: t("fleet.vehicles_none"), action: add }}
        exported={{ kind: "vehicles", lead: t("fleet.vehicles_export") }}
      />
      <Suspense fallback={null}>
        {open === "new" ? <VehicleForm vehicle={null} onClose={close} /> : null}
        {open && open !== "new" && open.action === "edit" ? (
          <VehicleForm vehicle={open.of} onClose={close} />
        ) : null}
        {open && open !== "new" && open.action === "assign" ? (
          <AssignPanel vehicle={open.of} onClose={close} />
        ) : null}
        {open && open !== "new" && open.action === "document" ? (
          <DocumentForm
            title={t("fleet.document_add", { plate: open.of.plate })}
            kind="inspection"
            send={(file, fields) => addVehicleDocument(open.of.id, file, fields)}
            onSaved={() => void client.invalidateQueries({ queryKey: documentsKey })}
            onClose={close}
          />
        ) : null}
      </Suspense>
      {open && open !== "new" && open.action === "unassign" ? (
        <UnassignSheet vehicle={open.of} onClose={close} />
      ) : null}
    </div>
  );
}
