import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type Level, type SystemStatus, statusQuery } from "@/api/system";
import { useFormat } from "@/i18n/use-format";
import { PageHeader } from "@/ui/page-header";
import { ErrorState, LoadingState } from "@/ui/states";
import { LevelIcon } from "./level-icon";
import classes from "./status.module.css";

const SEVERITY: Record<Level, number> = { error: 0, warning: 1, ok: 2 };

/** Returns the checks, the worst first, and otherwise in the server's order. */
const worstFirst = (checks: SystemStatus["checks"]) =>
  checks.toSorted((a, b) => SEVERITY[a.level] - SEVERITY[b.level]);

/** What is wrong with the installation, and what to do. */
export function StatusPage() {
  const { t } = useTranslation();
  const status = useQuery(statusQuery());
  return (
    <div className={classes.page}>
      <PageHeader
        title={t("system.title")}
        lead={t("system.lead")}
        reading
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden="true" />}
            loading={status.isFetching}
            onClick={() => void status.refetch()}
          >
            {t("system.again")}
          </Button>
        }
      />
      {status.data ? (
        <Findings status={status.data} />
      ) : status.error ? (
        <ErrorState error={status.error} onRetry={() => void status.refetch()} />
      ) : (
        <LoadingState />
      )}
    </div>
  );
}

function Findings({ status }: { status: SystemStatus }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <section className={classes.summary} data-level={status.level}>
        <LevelIcon level={status.level} size={28} />
        <p className={classes.sentence} role="status">
          {t(`system.all_${status.level}`)}
        </p>
        <p className={classes.when}>
          {t("system.checked", { time: format.ago(status.checked_at) })}
          {" · "}
          {t("system.version", { version: status.version })}
        </p>
      </section>
      <ul className={classes.checks} aria-label={t("system.checks")}>
        {worstFirst(status.checks).map((check) => (
          <li key={check.subject} className={classes.check} data-level={check.level}>
            <h2 className={classes.title}>
              <LevelIcon level={check.level} size={20} />
              <span className="hx-visually-hidden">{t(`system.level_${check.level}`)}: </span>
              {check.title}
            </h2>
            <ul className={classes.findings}>
              {check.findings.map((finding) => (
                <li key={finding.text} data-level={finding.level}>
                  <p>{finding.text}</p>
                  {finding.remedy ? <p className={classes.remedy}>{finding.remedy}</p> : null}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}
