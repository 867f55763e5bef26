import { Badge, Button } from "@mantine/core";
import { IconCopy, IconDownload, IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { ApiError } from "@/api/error";
import {
  addTariff,
  saveTariff,
  type TariffDocument,
  tariffChecksQuery,
  tariffQuery,
  tariffsKey,
} from "@/api/tariffs";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { ErrorState, LoadingState, NotFoundState } from "@/ui/states";
import { toast } from "@/ui/toast";
import { STATE_COLORS } from "./columns";
import { DeleteTariff } from "./delete-tariff";
import { downloadTariff } from "./download";
import { PriceGrid } from "./price-grid";
import { PublishSheet } from "./publish-sheet";
import { RuleTable } from "./rule-table";
import classes from "./tariffs.module.css";
import { ZonesCard } from "./zones-card";

const RuleForm = lazy(async () => ({ default: (await import("./rule-form")).RuleForm }));

/** One version of the tariff: its rules, zones and prices. A draft can be edited; a published version never changes. */
export function TariffPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const client = useQueryClient();
  const id = Number(useParams().id) || 0;
  const { data: tariff, error, refetch } = useQuery({ ...tariffQuery(id), enabled: id > 0 });
  const { data: checks } = useQuery(tariffChecksQuery(tariff));
  const [edited, setEdited] = useState<number | "new" | null>(null);
  const [publishing, setPublishing] = useState(false);
  const [deleting, setDeleting] = useState(false);

  const save = async (document: TariffDocument) => {
    if (!tariff) return;
    const saved = await saveTariff(tariff, document);
    client.setQueryData(tariffQuery(id).queryKey, saved);
    void client.invalidateQueries({ queryKey: [...tariffsKey, "list"] });
  };
  const change = useMutation({
    mutationFn: save,
    onError: (failure) => {
      toast.failure(errorText(failure, t));
      // Someone else may have changed it.
      void refetch();
    },
  });
  const copy = useMutation({
    mutationFn: () => addTariff({ copy_of: id }),
    onSuccess: (created) => {
      toast.success(t("tariffs.copied"));
      void client.invalidateQueries({ queryKey: tariffsKey });
      void navigate(`/tariffs/${created.id}`);
    },
    onError: (failure) => toast.failure(errorText(failure, t)),
  });
  const download = useMutation({
    mutationFn: () => downloadTariff(id),
    onError: (failure) => toast.failure(errorText(failure, t)),
  });

  if (id === 0 || (error instanceof ApiError && error.status === 404)) {
    return <NotFoundState page title={t("tariffs.gone_title")} body={t("tariffs.gone_body")} />;
  }
  if (error && !tariff) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!tariff) return <LoadingState />;

  const { document } = tariff;
  const isDraft = tariff.state === "draft";
  const problems = [...(checks?.errors ?? []), ...(checks?.warnings ?? [])];
  const general = problems.filter(({ rule }) => rule === null);
  const moved = (from: number, to: number) => {
    const rules = [...document.rules];
    const [rule] = rules.splice(from, 1);
    if (rule) rules.splice(to, 0, rule);
    change.mutate({ ...document, rules });
  };

  return (
    <div className={classes.page}>
      <PageHeader
        back="/tariffs"
        title={<bdi>{tariff.name}</bdi>}
        lead={
          <>
            <Badge component="span" variant="light" color={STATE_COLORS[tariff.state]} tt="none">
              {t(`tariffs.state_${tariff.state}`)}
            </Badge>{" "}
            {tariff.version === null
              ? t("tariffs.created_at", { time: format.dateTime(tariff.created_at) })
              : t("tariffs.version_of", { number: format.number(tariff.version) })}
            {tariff.valid_from
              ? ` · ${t("tariffs.valid_since", { time: format.dateTime(tariff.valid_from) })}`
              : null}
          </>
        }
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden="true" />}
              loading={download.isPending}
              onClick={() => download.mutate()}
            >
              {t("tariffs.download")}
            </Button>
            <Button
              variant="default"
              leftSection={<IconCopy size={18} aria-hidden="true" />}
              loading={copy.isPending}
              onClick={() => copy.mutate()}
            >
              {t("tariffs.copy")}
            </Button>
            {isDraft ? (
              <Button
                variant="default"
                leftSection={<IconTrash size={18} aria-hidden="true" />}
                aria-haspopup="dialog"
                onClick={() => setDeleting(true)}
              >
                {t("tariffs.delete")}
              </Button>
            ) : null}
            {tariff.state === "in_force" ? null : (
              <Button variant="lamp" aria-haspopup="dialog" onClick={() => setPublishing(true)}>
                {t(isDraft ? "tariffs.publish" : "tariffs.publish_again")}
              </Button>
            )}
          </>
        }
      />
      <section className={classes.card} aria-labelledby="tariff-rules">
        <div className={classes.cardHead}>
          <h2 id="tariff-rules">{t("tariffs.rules")}</h2>
          {isDraft ? (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              aria-haspopup="dialog"
              onClick={() => setEdited("new")}
            >
              {t("tariffs.rule_add")}
            </Button>
          ) : null}
        </div>
        <p className={classes.soft}>{t("tariffs.rules_lead")}</p>
        {general.map((problem) => (
          <p key={problem.code + problem.detail} className={classes.problem}>
            {t(`tariffs.problem_${problem.code}` as "tariffs.problem_gap", {
              detail: problem.detail,
            })}
          </p>
        ))}
        <RuleTable
          rules={document.rules}
          problems={problems}
          edit={
            isDraft
              ? {
                  onEdit: setEdited,
                  onMove: moved,
                  onDelete: (number) =>
                    change.mutate({
                      ...document,
                      rules: document.rules.filter((_, index) => index !== number),
                    }),
                }
              : undefined
          }
        />
      </section>
      <PriceGrid tariff={tariff} />
      <ZonesCard
        tariff={tariff}
        save={isDraft ? save : undefined}
        onRefused={() => void refetch()}
      />
      <Suspense fallback={null}>
        {edited === null ? null : (
          <RuleForm
            tariff={tariff}
            number={edited === "new" ? null : edited}
            save={save}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
      {publishing ? <PublishSheet tariff={tariff} onClose={() => setPublishing(false)} /> : null}
      {deleting ? (
        <DeleteTariff
          tariff={tariff}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate("/tariffs")}
        />
      ) : null}
    </div>
  );
}
