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
  type OfficeLanguage,
} from "@/api/languages";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { AlertDialog } from "@/ui/alert-dialog";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { lazy } from "@/ui/lazy";
import { OfficeList } from "@/ui/office-table/office-list";
import type { Column } from "@/ui/office-table/types";
import { PageHeader } from "@/ui/page-header";
import { toast } from "@/ui/toast";
import classes from "./languages.module.css";

const AddDialog = lazy(async () => ({ default: (await import("./add-dialog")).AddDialog }));
const JsonDialog = lazy(async () => ({ default: (await import("./json-dialog")).JsonDialog }));
const WordsEditor = lazy(async () => ({ default: (await import("./words-editor")).WordsEditor }));

type Asked = { deed: "add" } | { deed: "json" | "delete"; row: OfficeLanguage };

/** The languages of the platform (document 2, section 2), and the editor of their words. */
export function LanguagesPage() {
  const [params] = useSearchParams();
  const id = Number(params.get("translate"));
  if (!id) return <LanguageTable />;
  return (
    <Suspense fallback={null}>
      <WordsEditor key={id} id={id} />
    </Suspense>
  );
}

function LanguageTable() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [, setParams] = useSearchParams();
  const [asked, setAsked] = useState<Asked | null>(null);
  const columns = useColumns();
  const refresh = () => client.invalidateQueries({ queryKey: languagesKey });
  const close = () => setAsked(null);

  const choosing = useMutation({
    mutationFn: (row: OfficeLanguage) => makeDefaultLanguage(row.id),
    onSuccess: async (row) => {
      toast.success(t("languages.now_default", { name: row.name }));
      await refresh();
    },
  });
  const deleting = useMutation({
    mutationFn: (row: OfficeLanguage) => deleteLanguage(row.id),
    onSuccess: async (_, row) => {
      close();
      toast.success(t("languages.deleted", { name: row.name }));
      await refresh();
    },
    onError: close,
  });
  // Alerts of the documents: what demo mode blocks, and that the default stays.
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
            onClick={() => setAsked({ deed: "add" })}
          >
            {t("languages.add")}
          </Button>
        }
      />
      <OfficeList<OfficeLanguage>
        name="languages"
        label={t("languages.title")}
        path="languages/"
        queryKey={languagesKey}
        columns={columns}
        rowName={(row) => row.name}
        onOpen={(row) => setParams({ translate: String(row.id) })}
        deeds={(row) => [
          {
            label: t("languages.translate"),
            icon: <IconLanguage size={16} />,
            onClick: () => setParams({ translate: String(row.id) }),
          },
          {
            label: t("languages.edit_json"),
            icon: <IconBraces size={16} />,
            onClick: () => setAsked({ deed: "json", row }),
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
            // Nothing to be asked about: the server's refusal is the documents' alert.
            onClick: () => (row.default ? deleting.mutate(row) : setAsked({ deed: "delete", row })),
          },
        ]}
        empty={{ title: t("languages.none") }}
      />
      <Suspense fallback={null}>
        {asked?.deed === "add" ? <AddDialog onClose={close} /> : null}
        {asked?.deed === "json" ? <JsonDialog language={asked.row} onClose={close} /> : null}
      </Suspense>
      {asked?.deed === "delete" ? (
        <ConfirmSheet
          opened
          onClose={close}
          title={t("languages.delete_of", { name: asked.row.name })}
          confirmLabel={t("languages.delete")}
          tone="trouble"
          working={deleting.isPending}
          onConfirm={() => deleting.mutate(asked.row)}
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

/** The first sentence of a refused field says more than that something is not allowed. */
const plainly = (error: unknown): never => {
  if (error instanceof ApiError && error.code === "invalid") {
    const [sentence] = Object.values(error.fields);
    if (sentence) throw new ApiError(error.status, "field", sentence, error.fields);
  }
  throw error;
};

function useColumns(): Column<OfficeLanguage>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const edit = (
    name: keyof LanguageFields,
    may: (row: OfficeLanguage) => boolean = () => true,
  ) => ({
    kind: "text" as const,
    value: (row: OfficeLanguage) => row[name],
    may,
    apply: (row: OfficeLanguage, value: string) => ({ ...row, [name]: value.trim() }),
    save: (row: OfficeLanguage, value: string) =>
      changeLanguageFields(row.id, { [name]: value.trim() }).catch(plainly),
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
      // What came with the platform keeps its name among browsers.
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
