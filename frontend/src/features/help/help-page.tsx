import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { ownCasesQuery } from "@/api/cases";
import { useFormat } from "@/i18n/use-format";
import { useLiveOwnCases } from "@/realtime/live-cases";
import { CaseStateBadge } from "@/ui/cases/state-badge";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { EmptyState, ErrorState, LoadingState } from "@/ui/states";
import classes from "./help.module.css";

const ReportForm = lazy(async () => ({ default: (await import("./report-form")).ReportForm }));

/** A rider's or driver's reports to support, and the form for a new one; `?booking=` opens it. */
export function HelpPage() {
  const { t } = useTranslation();
  const { ago } = useFormat();
  const [params, setParams] = useSearchParams();
  const booking = Number(params.get("booking"));
  const [writing, setWriting] = useState(booking > 0);
  useLiveOwnCases();
  const { data, error, refetch } = useQuery(ownCasesQuery());
  const close = () => {
    setWriting(false);
    if (params.has("booking")) setParams({}, { replace: true });
  };
  const report = (
    <Button variant="lamp" aria-haspopup="dialog" onClick={() => setWriting(true)}>
      {t("cases.report")}
    </Button>
  );
  return (
    <div className={classes.page}>
      <PageHeader
        title={t("cases.help")}
        lead={t("cases.help_lead")}
        back="/profile"
        actions={data && data.length > 0 ? report : null}
      />
      {data && data.length > 0 ? (
        <ul className={classes.list} aria-label={t("cases.own")}>
          {data.map((one) => (
            <li key={one.id}>
              <Link to={`/help/${one.id}`} className={classes.row}>
                <span className={classes.what}>
                  <strong>{t(`cases.kinds.${one.kind}`)}</strong>
                  <span>
                    {one.booking ? <bdi dir="ltr">{one.booking.reference}</bdi> : null}
                    {one.booking ? " · " : null}
                    <time dateTime={one.updated_at}>{ago(one.updated_at)}</time>
                  </span>
                </span>
                <CaseStateBadge state={one.state ?? "open"} />
              </Link>
            </li>
          ))}
        </ul>
      ) : data ? (
        <EmptyState title={t("cases.own_none")} action={report} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
      <Suspense fallback={null}>
        {writing ? <ReportForm booking={booking > 0 ? booking : null} onClose={close} /> : null}
      </Suspense>
    </div>
  );
}
