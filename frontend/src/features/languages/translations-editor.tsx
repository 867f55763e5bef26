import { Button, Menu, SegmentedControl, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDotsVertical, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { download, saveFile } from "@/api/download";
import { languageQuery, translationsQuery } from "@/api/languages";
import { errorText } from "@/i18n/error-text";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { EmptyState, ErrorState, LoadingState } from "@/ui/states";
import { toast } from "@/ui/toast";
import classes from "./languages.module.css";
import { SentenceForm } from "./sentence-form";
import { matching, type Sentence, type Shown, sentencesOf } from "./sentences";

const ImportDialog = lazy(async () => ({
  default: (await import("./import-dialog")).ImportDialog,
}));
const PAGE_SIZE = 150;

/** The editor of a language: the keys, and the form of the current one with its default text. */
export function TranslationsEditor({ id }: { id: number }) {
  const { t } = useTranslation();
  const language = useQuery(languageQuery(id));
  const translations = useQuery(translationsQuery(id));
  const [search, setSearch] = useState("");
  const [shown, setShown] = useState<Shown>("all");
  const [limit, setLimit] = useState(PAGE_SIZE);
  const [picked, setPicked] = useState<string | null>(null);
  const [importing, importer] = useDisclosure(false);
  const query = useDeferredValue(search);
  const sentences = useMemo(() => sentencesOf(translations.data ?? []), [translations.data]);
  const matches = useMemo(() => matching(sentences, query, shown), [sentences, query, shown]);

  const failure = language.error ?? translations.error;
  if (failure) {
    const retry = () => void Promise.all([language.refetch(), translations.refetch()]);
    return <ErrorState error={failure} onRetry={retry} />;
  }
  if (!language.data || !translations.data) return <LoadingState />;

  const { name, code, dir } = language.data;
  const current = sentences.find(({ stem }) => stem === picked) ?? matches[0];
  const next = () => {
    const at = matches.findIndex(({ stem }) => stem === current?.stem);
    setPicked(matches[at + 1]?.stem ?? current?.stem ?? null);
  };
  const exportFile = (type: "json" | "csv") =>
    download(`languages/${id}/export/`, `${code}.${type}`, { params: { type } }).then(
      saveFile,
      (error: unknown) => toast.failure(errorText(error, t)),
    );

  return (
    <div className={classes.page}>
      <PageHeader
        back="/languagesetting"
        title={t("languages.editor", { name })}
        lead={t("languages.editor_lead", {
          done: sentences.filter(({ own }) => own).length,
          all: sentences.length,
        })}
        actions={
          <>
            <Button variant="default" aria-haspopup="dialog" onClick={importer.open}>
              {t("languages.import")}
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" rightSection={<IconDotsVertical size={16} />}>
                  {t("history.export")}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => void exportFile("json")}>
                  {t("languages.export_json")}
                </Menu.Item>
                <Menu.Item onClick={() => void exportFile("csv")}>
                  {t("languages.export_csv")}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        }
      />
      <div className={classes.editor}>
        <section className={classes.keys} aria-label={t("languages.keys")}>
          <TextInput
            type="search"
            aria-label={t("languages.find")}
            placeholder={t("languages.find")}
            leftSection={<IconSearch size={18} aria-hidden="true" />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <SegmentedControl
            fullWidth
            aria-label={t("languages.show")}
            value={shown}
            onChange={(value) => setShown(value as Shown)}
            data={[
              { value: "all", label: t("languages.all") },
              { value: "missing", label: t("languages.missing") },
              { value: "changed", label: t("languages.only_changed") },
            ]}
          />
          <Keys
            sentences={matches.slice(0, limit)}
            current={current?.stem}
            onPick={setPicked}
            nothing={
              shown === "missing" && query === "" ? t("languages.all_done") : t("languages.nothing")
            }
          />
          {matches.length > limit ? (
            <Button variant="default" onClick={() => setLimit(limit + PAGE_SIZE)}>
              {t("languages.more")}
            </Button>
          ) : null}
        </section>
        {current ? (
          <SentenceForm
            key={current.stem}
            language={{ id, name, code, dir }}
            sentence={current}
            onNext={next}
          />
        ) : null}
      </div>
      <Suspense fallback={null}>
        {importing ? <ImportDialog id={id} name={name} onClose={importer.close} /> : null}
      </Suspense>
    </div>
  );
}

interface KeysProps {
  sentences: readonly Sentence[];
  current: string | undefined;
  onPick: (stem: string) => void;
  nothing: string;
}

function Keys({ sentences, current, onPick, nothing }: KeysProps) {
  const { t } = useTranslation();
  if (sentences.length === 0) return <EmptyState compact title={nothing} />;
  return (
    <ul className={classes.list}>
      {sentences.map(({ stem, translations, own, changed }) => (
        <li key={stem}>
          <button
            type="button"
            className={classes.key}
            aria-current={stem === current ? "true" : undefined}
            onClick={() => onPick(stem)}
          >
            <bdi className={classes.name} dir="ltr">
              {stem}
            </bdi>
            <span className={classes.text} dir="auto">
              {translations.at(-1)?.text}
            </span>
            {own && !changed ? null : (
              <span className={classes.mark} data-tone={own ? "way" : "lamp"}>
                {t(own ? "languages.only_changed" : "languages.missing")}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
