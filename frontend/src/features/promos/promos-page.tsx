import { Button } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AdminPromo, deletePromo, promosKey } from "@/api/admin-catalogue";
import { useFormat } from "@/i18n/use-format";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { DataList } from "@/ui/data-table/data-list";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { toast } from "@/ui/toast";
import { useOpenRequest } from "@/ui/use-open-request";
import { promoColumns } from "./columns";
import classes from "./promos.module.css";

const PromoDrawer = lazy(async () => ({ default: (await import("./promo-drawer")).PromoDrawer }));

const STATES = ["running", "over", "used_up"] as const;

export function PromosPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const [edited, setEdited] = useState<AdminPromo | "new" | null>(null);
  useOpenRequest("add", () => setEdited("new"));
  const [toDelete, setToDelete] = useState<AdminPromo | null>(null);
  const add = (
    <Button
      variant="lamp"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      aria-haspopup="dialog"
      onClick={() => setEdited("new")}
    >
      {t("promos.add")}
    </Button>
  );

  return (
    <div className={classes.page}>
      <PageHeader title={t("promos.title")} lead={t("promos.lead")} actions={add} />
      <DataList
        name="promos"
        label={t("promos.title")}
        path="promos/all/"
        columns={promoColumns(t, format)}
        filters={[
          {
            name: "state",
            label: t("promos.state"),
            kind: "select",
            options: STATES.map((value) => ({ value, label: t(`promos.states.${value}`) })),
          },
        ]}
        searchable
        rowName={(row) => row.promo_name}
        onOpen={setEdited}
        opensDialog
        actions={(row) => [
          {
            label: t("promos.edit"),
            icon: <IconPencil size={16} aria-hidden="true" />,
            onClick: () => setEdited(row),
            dialog: true,
          },
          {
            label: t("promos.delete"),
            icon: <IconTrash size={16} aria-hidden="true" />,
            color: "brick",
            onClick: () => setToDelete(row),
            dialog: true,
          },
        ]}
        empty={{ title: t("promos.none"), action: add }}
        exported={{ kind: "promos", lead: t("promos.export_lead") }}
      />
      <Suspense fallback={null}>
        {edited ? (
          <PromoDrawer promo={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
        ) : null}
      </Suspense>
      {toDelete ? <DeleteSheet promo={toDelete} onClose={() => setToDelete(null)} /> : null}
    </div>
  );
}

function DeleteSheet({ promo, onClose }: { promo: AdminPromo; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deletePromo(promo.id),
    onSuccess: () => {
      toast.success(t("promos.deleted"));
      void client.invalidateQueries({ queryKey: promosKey });
      onClose();
    },
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("promos.delete_of", { name: promo.promo_name })}
      confirmLabel={t("promos.delete")}
      onConfirm={() => remove.mutate()}
      tone="danger"
      working={remove.isPending}
      error={remove.error}
    >
      <p>{t("promos.delete_lead")}</p>
    </ConfirmSheet>
  );
}
