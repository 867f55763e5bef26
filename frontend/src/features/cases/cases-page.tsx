import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { CASE_KINDS, CASE_STATES, type CaseRow, casesKey } from "@/api/cases";
import { useViewer } from "@/api/session";
import { useFormat } from "@/i18n/use-format";
import { useLiveCases } from "@/realtime/live-cases";
import { DataList } from "@/ui/data-table/data-list";
import type { ListFilter, ListParams } from "@/ui/data-table/types";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { useAddress } from "@/ui/use-address";
import classes from "./cases-page.module.css";
import { caseColumns } from "./columns";

/** Filters that are set only by links from other pages. */
const OF_ONE = ["person", "booking"];

const CasePanel = lazy(async () => ({ default: (await import("./case-panel")).CasePanel }));

/** The cases of riders and drivers; the open ones are shown first. */
export function CasesPage() {
  const { t } = useTranslation();
  const format = useFormat();
  useLiveCases();
  const { role } = useViewer();
  const ofFleet = role === "fleetadmin";
  const { params, step } = useAddress();
  const opened = Number(params.get("case"));
  const fixed: ListParams = Object.fromEntries(
    OF_ONE.flatMap((name) => (params.has(name) ? [[name, params.get(name) ?? ""]] : [])),
  );
  const owner: ListFilter<CaseRow> = {
    name: "owner",
    label: t("cases.owner"),
    kind: "select",
    options: [
      { value: "mine", label: t("cases.owner_mine") },
      { value: "none", label: t("cases.no_owner") },
    ],
  };
  return (
    <div className={classes.page}>
      <PageHeader title={t("cases.title")} lead={t(ofFleet ? "cases.fleet_lead" : "cases.lead")} />
      {Object.keys(fixed).length > 0 ? (
        <Button
          className={classes.filtered ?? ""}
          variant="default"
          rightSection={<IconX size={16} aria-hidden="true" />}
          onClick={() => step(Object.fromEntries(OF_ONE.map((name) => [name, ""])))}
        >
          {t(fixed.person ? "cases.of_person" : "cases.of_booking")}
        </Button>
      ) : null}
      <DataList<CaseRow>
        name="cases"
        label={t("cases.title")}
        path="cases/"
        queryKey={casesKey}
        columns={caseColumns(t, format)}
        fixed={fixed}
        tabs={{
          name: "show",
          label: t("cases.state"),
          options: [
            ...CASE_STATES.map((state) => ({
              value: state,
              label: t(`cases.states.${state}`),
              params: { state },
            })),
            { value: "all", label: t("cases.all"), params: {} },
          ],
        }}
        filters={[
          {
            name: "kind",
            label: t("cases.kind"),
            kind: "select",
            options: CASE_KINDS.map((kind) => ({ value: kind, label: t(`cases.kinds.${kind}`) })),
          },
          ...(ofFleet ? [] : [owner]),
        ]}
        searchable
        rowName={(row) => t("cases.number", { number: row.id })}
        onOpen={(row) => step({ case: String(row.id) })}
        opensDialog
        empty={{ title: t("cases.none") }}
        exported={{ kind: "cases", lead: t("cases.export_lead") }}
      />
      <Suspense fallback={null}>
        {opened > 0 ? <CasePanel id={opened} onClose={() => step({ case: "" })} /> : null}
      </Suspense>
    </div>
  );
}
