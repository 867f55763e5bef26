import { Button } from "@mantine/core";
import { IconSettings } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type SurgeChange, surgeKey, surgeQuery } from "@/api/surge";
import { useFormat } from "@/i18n/use-format";
import { DataList } from "@/ui/data-table/data-list";
import { PageHeader } from "@/ui/page-header";
import { EmptyState, ErrorState, LoadingState } from "@/ui/states";
import { surgeColumns } from "./surge-columns";
import { SurgeSwitch } from "./surge-switch";
import { SurgeTable } from "./surge-table";
import classes from "./tariffs.module.css";

/** The surge factors now, the emergency switch, and the record of changes. */
export function SurgePage() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: surge, error, refetch } = useQuery(surgeQuery());
  return (
    <div className={classes.page}>
      <PageHeader
        back="/tariffs"
        title={t("tariffs.surge")}
        lead={t("tariffs.surge_lead")}
        actions={
          <>
            <Button
              component={Link}
              to="/settings"
              variant="default"
              leftSection={<IconSettings size={18} aria-hidden="true" />}
            >
              {t("tariffs.surge_settings")}
            </Button>
            {surge?.on || surge?.stopped ? <SurgeSwitch stopped={surge.stopped} /> : null}
          </>
        }
      />
      {error && !surge ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {surge || error ? null : <LoadingState />}
      {surge && !surge.on ? (
        <EmptyState compact title={t("tariffs.surge_off")} body={t("tariffs.surge_off_body")} />
      ) : null}
      {surge?.on ? <SurgeTable surge={surge} /> : null}
      <DataList<SurgeChange>
        name="surge"
        label={t("tariffs.surge_changes")}
        path="surge/changes/"
        queryKey={[...surgeKey, "changes"]}
        columns={surgeColumns(t, format)}
        searchable
        rowName={(row) => `${row.zone || t("tariffs.surge_elsewhere")}, ${row.car_type_name}`}
        empty={{ title: t("tariffs.surge_none"), body: t("tariffs.surge_none_body") }}
        exported={{ kind: "surge", lead: t("tariffs.surge_export_lead") }}
      />
    </div>
  );
}
