import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { APPROVAL_KINDS, APPROVAL_STATES, type ApprovalRow, approvalsKey } from "@/api/approvals";
import { useFormat } from "@/i18n/use-format";
import { DataList } from "@/ui/data-table/data-list";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { useAddress } from "@/ui/use-address";
import classes from "./approvals-page.module.css";
import { approvalColumns } from "./columns";

const ApprovalPanel = lazy(async () => ({
  default: (await import("./approval-panel")).ApprovalPanel,
}));

/** Refunds, payouts and wallet changes above a limit; those that wait are shown first. */
export function ApprovalsPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const { params, step } = useAddress();
  const opened = Number(params.get("approval"));
  return (
    <div className={classes.page}>
      <PageHeader title={t("approvals.title")} lead={t("approvals.lead")} />
      <DataList<ApprovalRow>
        name="approvals"
        label={t("approvals.title")}
        path="approvals/"
        queryKey={approvalsKey}
        columns={approvalColumns(t, format)}
        tabs={{
          name: "show",
          label: t("approvals.state"),
          options: [
            ...APPROVAL_STATES.map((state) => ({
              value: state,
              label: t(`approvals.states.${state}`),
              params: { state },
            })),
            { value: "all", label: t("approvals.all"), params: {} },
          ],
        }}
        filters={[
          {
            name: "kind",
            label: t("approvals.kind"),
            kind: "select",
            options: APPROVAL_KINDS.map((kind) => ({
              value: kind,
              label: t(`approvals.kinds.${kind}`),
            })),
          },
        ]}
        searchable
        rowName={(row) => t("approvals.number", { number: row.id })}
        onOpen={(row) => step({ approval: String(row.id) })}
        opensDialog
        empty={{ title: t("approvals.none") }}
        exported={{ kind: "approvals", lead: t("approvals.export_lead") }}
      />
      <Suspense fallback={null}>
        {opened > 0 ? <ApprovalPanel id={opened} onClose={() => step({ approval: "" })} /> : null}
      </Suspense>
    </div>
  );
}
