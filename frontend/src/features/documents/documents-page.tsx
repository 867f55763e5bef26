import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { DOCUMENT_KINDS, documentsKey, type ReviewedDocument } from "@/api/fleet";
import { useFormat } from "@/i18n/use-format";
import { DataList } from "@/ui/data-table/data-list";
import type { ListFilter } from "@/ui/data-table/types";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { useAddress } from "@/ui/use-address";
import { documentColumns, ownerOf } from "./columns";
import classes from "./documents.module.css";

const ReviewPanel = lazy(async () => ({ default: (await import("./review-panel")).ReviewPanel }));

const STATES = ["pending", "accepted", "refused"] as const;

/** The documents of drivers and vehicles; those that wait for review are shown first. */
export function DocumentsPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const { params, step } = useAddress();
  const opened = Number(params.get("document"));
  const waiting = !params.get("show");

  const choice = (name: string, label: string, options: [string, string][]): ListFilter => ({
    name,
    label,
    kind: "select",
    options: options.map(([value, label]) => ({ value, label })),
  });
  return (
    <div className={classes.page}>
      <PageHeader title={t("menu.documents")} lead={t("fleet.documents_lead")} />
      <DataList<ReviewedDocument>
        name="documents"
        label={t("menu.documents")}
        path="documents/"
        queryKey={documentsKey}
        columns={documentColumns(t, format)}
        tabs={{
          name: "show",
          label: t("fleet.state"),
          options: [
            ...STATES.map((state) => ({
              value: state,
              label: t(`people.state_${state}`),
              params: { state },
            })),
            { value: "all", label: t("fleet.tab_all"), params: {} },
          ],
        }}
        filters={[
          choice("subject", t("fleet.owner"), [
            ["driver", t("fleet.subject_driver")],
            ["vehicle", t("fleet.subject_vehicle")],
          ]),
          choice(
            "kind",
            t("people.document_kind"),
            DOCUMENT_KINDS.map((kind) => [kind, t(`people.kinds.${kind}`)]),
          ),
          choice("expiry", t("people.document_expires"), [
            ["expired", t("people.documents_expired")],
            ["expiring", t("people.documents_expiring")],
          ]),
        ]}
        searchable
        searchTexts={{ label: t("fleet.documents_search"), hint: t("fleet.documents_search") }}
        rowName={(row) => `${t(`people.kinds.${row.kind}`)}, ${ownerOf(row)}`}
        onOpen={({ id }) => step({ document: String(id) })}
        opensDialog
        empty={{ title: t(waiting ? "fleet.documents_reviewed" : "people.documents_none") }}
        exported={{ kind: "documents", lead: t("fleet.documents_export") }}
      />
      <Suspense fallback={null}>
        {opened > 0 ? (
          <ReviewPanel key={opened} id={opened} onClose={() => step({ document: "" })} />
        ) : null}
      </Suspense>
    </div>
  );
}
