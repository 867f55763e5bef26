import { Button } from "@mantine/core";
import { IconDownload, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { type Reason, reasonsQuery } from "@/api/office-catalogue";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { EmptyState, ErrorState, LoadingState } from "@/ui/states";
import { DeleteReasonSheet, ReasonSheet } from "./reason-sheets";
import { ReasonTable } from "./reason-table";
import classes from "./reasons.module.css";

const ExportDialog = lazy(async () => ({
  default: (await import("@/ui/export/export-dialog")).ExportDialog,
}));

type Asked = { action: "write"; reason: Reason | null } | { action: "delete"; reason: Reason };

/** The reasons from which riders choose when they cancel; admins set their order. */
export function ReasonsPage() {
  const { t } = useTranslation();
  const reasons = useQuery(reasonsQuery());
  const demo = useQuery(publicSettingsQuery()).data?.allow_critical_edits_admin === false;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [exporting, setExporting] = useState(false);
  const close = () => setAsked(null);
  const add = demo ? null : (
    <Button
      variant="lamp"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      aria-haspopup="dialog"
      onClick={() => setAsked({ action: "write", reason: null })}
    >
      {t("reasons.add")}
    </Button>
  );

  return (
    <div className={classes.page}>
      <PageHeader
        title={t("reasons.title")}
        lead={demo ? t("reasons.demo") : t("reasons.lead")}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden="true" />}
              aria-haspopup="dialog"
              onClick={() => setExporting(true)}
            >
              {t("reasons.export")}
            </Button>
            {add}
          </>
        }
      />
      {reasons.isPending ? (
        <LoadingState label={t("app.loading")} />
      ) : reasons.isError && !reasons.data ? (
        <ErrorState error={reasons.error} onRetry={() => void reasons.refetch()} />
      ) : reasons.data?.length === 0 ? (
        <EmptyState title={t("reasons.none")} action={add} />
      ) : (
        <ReasonTable
          reasons={reasons.data ?? []}
          fixed={demo}
          onEdit={(reason) => setAsked({ action: "write", reason })}
          onDelete={(reason) => setAsked({ action: "delete", reason })}
        />
      )}
      {asked?.action === "write" ? <ReasonSheet reason={asked.reason} onClose={close} /> : null}
      {asked?.action === "delete" ? (
        <DeleteReasonSheet reason={asked.reason} onClose={close} />
      ) : null}
      <Suspense fallback={null}>
        {exporting ? (
          <ExportDialog
            kind="cancel_reasons"
            filters={{}}
            lead={t("reasons.export_lead")}
            opened
            onClose={() => setExporting(false)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
