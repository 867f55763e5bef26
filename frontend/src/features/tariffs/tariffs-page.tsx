import { Button, FileButton } from "@mantine/core";
import {
  IconCopy,
  IconFileImport,
  IconHistory,
  IconPencil,
  IconPlus,
  IconReportAnalytics,
  IconTrash,
  IconTrendingUp,
} from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { ApiError } from "@/api/error";
import {
  addTariff,
  type NewTariff,
  TARIFF_STATES,
  type TariffRow,
  tariffsKey,
} from "@/api/tariffs";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { DataList } from "@/ui/data-table/data-list";
import { PageHeader } from "@/ui/page-header";
import { toast } from "@/ui/toast";
import { useOpenRequest } from "@/ui/use-open-request";
import { tariffColumns } from "./columns";
import { DeleteTariff } from "./delete-tariff";
import { HolidaysCard } from "./holidays-card";
import { PeriodsCard } from "./periods-card";
import classes from "./tariffs.module.css";

/** The versions of the tariff, from when on they apply, and the public holidays. */
export function TariffsPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [toDelete, setToDelete] = useState<TariffRow | null>(null);
  const create = useMutation({
    mutationFn: addTariff,
    onSuccess: (created) => {
      void client.invalidateQueries({ queryKey: tariffsKey });
      void navigate(`/tariffs/${created.id}`);
    },
    onError: (failure) => {
      const [first] =
        failure instanceof ApiError ? Object.entries(failure.fields) : ([] as [string, string][]);
      // The path in the file is more useful than the general sentence.
      toast.failure(first ? `${first[0]}: ${first[1]}` : errorText(failure, t));
    },
  });
  useOpenRequest("add", () => create.mutate({ of_car_types: true }));
  const importFile = async (file: File | null) => {
    if (!file) return;
    try {
      create.mutate({ document: JSON.parse(await file.text()) } as NewTariff);
    } catch {
      toast.failure(t("tariffs.not_json"));
    }
  };
  const add = (
    <Button
      variant="lamp"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      loading={create.isPending}
      onClick={() => create.mutate({ of_car_types: true })}
    >
      {t("tariffs.add")}
    </Button>
  );

  return (
    <div className={classes.page}>
      <PageHeader
        title={t("tariffs.title")}
        lead={t("tariffs.lead")}
        actions={
          <>
            <Button
              component={Link}
              to="/tariffs/surge"
              variant="default"
              leftSection={<IconTrendingUp size={18} aria-hidden="true" />}
            >
              {t("tariffs.surge")}
            </Button>
            <Button
              component={Link}
              to="/tariffs/quotes"
              variant="default"
              leftSection={<IconReportAnalytics size={18} aria-hidden="true" />}
            >
              {t("tariffs.quotes")}
            </Button>
            <Button
              component={Link}
              to="/tariffs/replay"
              variant="default"
              leftSection={<IconHistory size={18} aria-hidden="true" />}
            >
              {t("tariffs.replay")}
            </Button>
            <FileButton accept=".json,application/json" onChange={importFile}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  leftSection={<IconFileImport size={18} aria-hidden="true" />}
                >
                  {t("tariffs.import")}
                </Button>
              )}
            </FileButton>
            {add}
          </>
        }
      />
      <PeriodsCard />
      <DataList<TariffRow>
        name="tariffs"
        label={t("tariffs.title")}
        path="tariffs/"
        queryKey={[...tariffsKey, "list"]}
        columns={tariffColumns(t, format)}
        filters={[
          {
            name: "state",
            label: t("tariffs.state"),
            kind: "select",
            options: TARIFF_STATES.map((value) => ({ value, label: t(`tariffs.state_${value}`) })),
          },
        ]}
        searchable
        rowName={(row) => row.name}
        onOpen={(row) => void navigate(`/tariffs/${row.id}`)}
        actions={(row) => [
          {
            label: t("tariffs.open"),
            icon: <IconPencil size={16} aria-hidden="true" />,
            to: `/tariffs/${row.id}`,
          },
          {
            label: t("tariffs.copy"),
            icon: <IconCopy size={16} aria-hidden="true" />,
            onClick: () => create.mutate({ copy_of: row.id }),
          },
          ...(row.state === "draft"
            ? [
                {
                  label: t("tariffs.delete"),
                  icon: <IconTrash size={16} aria-hidden="true" />,
                  color: "brick",
                  onClick: () => setToDelete(row),
                  dialog: true,
                },
              ]
            : []),
        ]}
        empty={{ title: t("tariffs.none"), body: t("tariffs.none_body"), action: add }}
        exported={{ kind: "tariffs", lead: t("tariffs.export_lead") }}
      />
      <HolidaysCard />
      {toDelete ? <DeleteTariff tariff={toDelete} onClose={() => setToDelete(null)} /> : null}
    </div>
  );
}
