import { Badge, Button } from "@mantine/core";
import {
  IconBraces,
  IconLanguage,
  IconPlus,
  IconStar,
  IconStarFilled,
  IconTrash,
} from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { ApiError } from "@/api/error";
import {
  changeLanguageFields,
  deleteLanguage,
  type LanguageFields,
  languagesKey,
  makeDefaultLanguage,
  type PlatformLanguage,
} from "@/api/languages";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { AlertDialog } from "@/ui/alert-dialog";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { DataList } from "@/ui/data-table/data-list";
import type { Column } from "@/ui/data-table/types";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { toast } from "@/ui/toast";
import classes from "./languages.module.css";

const AddDialog = lazy(async () => ({ default: (await import("./add-dialog")).AddDialog }));
const JsonDialog = lazy(async () => ({ default: (await import("./json-dialog")).JsonDialog }));
const TranslationsEditor = lazy(async () => ({
  default: (await import("./translations-editor")).TranslationsEditor,
}));

type OpenDialog = { action: "add" } | { action: "json" | "delete"; row: PlatformLanguage };

/** The languages of the platform (document 2, section 2), and the editor of their translations. */
export function LanguagesPage() {
  const [params] = useSearchParams();
  const id = Number(params.get("translate"));
  if (!id) return <LanguageTable />;
  return (
    <Suspense fallback={null}>
      <TranslationsEditor key={id} id={id} />
    </Suspense>
  );
}

function LanguageTable() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [, setParams] = useSearchParams();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const columns = useColumns();
  const refresh = () => client.invalidateQueries({ queryKey: languagesKey });
  const close = () => setDialog(null);

  const choosing = useMutation({
    mutationFn: (row: PlatformLanguage) => makeDefaultLanguage(row.id),
    onSuccess: async (row) => {
      // Refetch first, because the menu depends on which language is the default.
      await refresh();
      toast.success(t("languages.now_default", { name: row.name }));
    },
  });
  const deleting = useMutation({
    mutationFn: async (row: PlatformLanguage) => {
      // Rejected without a request: an outdated list must not delete a language unconfirmed.
      if (row.default) throw new ApiError(409, "default_language", "");
      return deleteLanguage(row.id);
    },
    onSuccess: async (_, row) => {
      close();
      toast.success(t("languages.deleted", { name: row.name }));
      await refresh();
    },
    onError: close,
  });
  // The specification's alerts: demo mode, and the default language cannot be deleted.
  const refused = choosing.error ?? deleting.error;

  return (
    <div className={classes.page}>
      <PageHeader
        title={t("languages.title")}
        lead={t("languages.lead")}
        actions={
          <Button
            variant="lamp"
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => setDialog({ action: "add" })}
          >
            {t("languages.add")}
          </Button>
        }
      />
      <DataList<PlatformLanguage>
        name="languages"
        label={t("languages.title")}
        path="languages/"
        queryKey={languagesKey}
        columns={columns}
        rowName={(row) => row.name}
        onOpen={(row) => setParams({ translate: String(row.id) })}
        actions={(row) => [
          {
            label: t("languages.translate"),
            icon: <IconLanguage size={16} />,
            onClick: () => setParams({ translate: String(row.id) }),
          },
          {
            label: t("languages.edit_json"),
            icon: <IconBraces size={16} />,
            onClick: () => setDialog({ action: "json", row }),
            dialog: true,
          },
          {
            label: t("languages.make_default"),
            icon: row.default ? <IconStarFilled size={16} /> : <IconStar size={16} />,
            disabled: row.default && t("languages.is_default"),
            onClick: () => choosing.mutate(row),
          },
          {
            label: t("languages.delete"),
            icon: <IconTrash size={16} />,
            color: "brick",
            // Nothing to confirm: the specification shows the rejection as an alert.
            onClick: () =>
              row.default ? deleting.mutate(row) : setDialog({ action: "delete", row }),
            dialog: true,
          },
        ]}
        empty={{ title: t("languages.none") }}
      />
      <Suspense fallback={null}>
        {dialog?.action === "add" ? <AddDialog onClose={close} /> : null}
        {dialog?.action === "json" ? <JsonDialog language={dialog.row} onClose={close} /> : null}
      </Suspense>
      {dialog?.action === "delete" ? (
        <ConfirmSheet
          opened
          onClose={close}
          title={t("languages.delete_of", { name: dialog.row.name })}
          confirmLabel={t("languages.delete")}
          tone="danger"
          working={deleting.isPending}
          onConfirm={() => deleting.mutate(dialog.row)}
        >
          <p>{t("languages.delete_body")}</p>
        </ConfirmSheet>
      ) : null}
      <AlertDialog
        opened={refused !== null}
        message={refused ? errorText(refused, t) : ""}
        onClose={() => {
          choosing.reset();
          deleting.reset();
        }}
      />
    </div>
  );
}

/** The first field error is more precise than the general message. */
const throwFieldError = (error: unknown): never => {
  if (error instanceof ApiError && error.code === "invalid") {
    const [sentence] = Object.values(error.fields);
    if (sentence) throw new ApiError(error.status, "field", sentence, error.fields);
  }
  throw error;
};

function useColumns(): Column<PlatformLanguage>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const edit = (
    name: keyof LanguageFields,
    may: (row: PlatformLanguage) => boolean = () => true,
  ) => ({
    kind: "text" as const,
    value: (row: PlatformLanguage) => row[name],
    may,
    apply: (row: PlatformLanguage, value: string) => ({ ...row, [name]: value.trim() }),
    save: (row: PlatformLanguage, value: string) =>
      changeLanguageFields(row.id, { [name]: value.trim() }).catch(throwFieldError),
  });
  return [
    {
      id: "name",
      label: t("languages.name"),
      place: "title",
      cell: (row) => <bdi lang={row.code}>{row.name}</bdi>,
      edit: edit("name"),
    },
    {
      id: "code",
      label: t("languages.code"),
      cell: (row) => <bdi dir="ltr">{row.code}</bdi>,
      // A shipped language keeps its code.
      edit: edit("code", (row) => !row.shipped),
    },
    {
      id: "date_locale",
      label: t("languages.date_locale"),
      cell: (row) => <bdi dir="ltr">{row.date_locale}</bdi>,
      edit: edit("date_locale"),
    },
    {
      id: "default",
      label: t("languages.default"),
      place: "aside",
      cell: (row) =>
        row.default ? (
          <Badge variant="light" leftSection={<IconStarFilled size={12} aria-hidden="true" />}>
            {t("languages.is_default")}
          </Badge>
        ) : null,
    },
    {
      id: "completeness",
      label: t("languages.completeness"),
      amount: true,
      cell: (row) => t("languages.percent", { value: row.completeness }),
    },
    {
      id: "overrides",
      label: t("languages.changed"),
      amount: true,
      cell: (row) => format.number(row.overrides),
    },
    {
      id: "created_at",
      label: t("languages.created"),
      hidden: true,
      cell: (row) => format.dateTime(row.created_at),
    },
  ];
}
