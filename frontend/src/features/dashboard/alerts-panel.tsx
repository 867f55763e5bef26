import {
  IconAlertTriangle,
  IconClockExclamation,
  IconCreditCardOff,
  IconFileAlert,
  IconUrgent,
  IconUserQuestion,
  type TablerIcon,
} from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { alertsKey, alertsQuery } from "@/api/dashboard";
import { useViewer } from "@/api/session";
import type { AlertCase, AlertCases } from "@/api/types";
import { languageInfo } from "@/i18n/languages";
import { useFormat } from "@/i18n/use-format";
import { useTopic } from "@/realtime/hooks";
import { dayWords, isDay } from "@/ui/periods/days";
import { ErrorState } from "@/ui/states";
import classes from "./alerts-panel.module.css";

type Kind = AlertCases["kind"];

const ASK_EVERY_MS = 30_000;
const MANY = 100;
const LOOK: Record<Kind, { icon: TablerIcon; tone: "trouble" | "lamp" | "way" }> = {
  sos: { icon: IconUrgent, tone: "trouble" },
  waiting: { icon: IconClockExclamation, tone: "trouble" },
  payment: { icon: IconCreditCardOff, tone: "lamp" },
  document: { icon: IconFileAlert, tone: "lamp" },
  approval: { icon: IconUserQuestion, tone: "way" },
};
const PAPERS = ["license", "insurance", "vehicle", "other"] as const;

/** Where one acts on a case: its booking, else its payment, else its person. */
function placeOf(kind: Kind, { booking_id, person_id, reference }: AlertCase): string | null {
  if (booking_id !== null) return `/bookings/${booking_id}`;
  if (kind === "payment") return `/transactions?search=${encodeURIComponent(reference)}`;
  return person_id === null ? null : `/people/${person_id}`;
}

/** All cases of a kind, where there are more than are told here. */
const LISTS: Partial<Record<Kind, string>> = {
  waiting: "/bookings?status=NEW",
  approval: "/drivers?approved=false",
};

/** What somebody has to look at now, as it happens; each case leads to the place where one acts. */
export function AlertsPanel() {
  const { t } = useTranslation();
  const { role } = useViewer();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({ ...alertsQuery(), refetchInterval: ASK_EVERY_MS });
  const again = () => void client.invalidateQueries({ queryKey: alertsKey });
  useTopic("bookings", { onEvent: again, onRefetch: again });

  // An admin's cries for help stand above, larger, with what to do about them.
  const kinds = (data ?? []).filter(({ kind }) => role !== "admin" || kind !== "sos");
  if (error && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  return (
    <section className={classes.panel} aria-label={t("dashboard.alerts")}>
      <h2>
        <IconAlertTriangle size={20} aria-hidden="true" /> {t("dashboard.alerts")}
      </h2>
      <p className={classes.none} role="status">
        {data && kinds.length === 0 ? t("dashboard.alerts_none") : ""}
      </p>
      <div className={classes.kinds}>
        {kinds.map((cases) => (
          <Cases key={cases.kind} {...cases} />
        ))}
      </div>
    </section>
  );
}

function Cases({ kind, count, results }: AlertCases) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { icon: Icon, tone } = LOOK[kind];
  const list = count > results.length ? LISTS[kind] : undefined;
  const counted = count >= MANY ? t("dashboard.many", { count: number(MANY - 1) }) : number(count);
  return (
    <article className={classes.kind} data-tone={tone}>
      <h3>
        <Icon size={20} aria-hidden="true" />
        <span>{t(`dashboard.alert_${kind}`)}</span>
        <b className="hx-tabular">{counted}</b>
      </h3>
      <ul>
        {results.map((one) => (
          <Case
            key={`${one.booking_id} ${one.person_id} ${one.reference} ${one.note}`}
            kind={kind}
            one={one}
          />
        ))}
      </ul>
      {list ? <Link to={list}>{t("dashboard.alert_all")}</Link> : null}
    </article>
  );
}

function Case({ kind, one }: { kind: Kind; one: AlertCase }) {
  const { t, i18n } = useTranslation();
  const { ago } = useFormat();
  const place = placeOf(kind, one);
  const paper = kind === "document" ? PAPERS.find((name) => name === one.note) : undefined;
  const when = isDay(one.at)
    ? dayWords(one.at, languageInfo(i18n.language).dateLocale, { dateStyle: "medium" })
    : ago(one.at);
  const words = (
    <>
      <strong dir="auto">{one.name}</strong>{" "}
      <span>
        {one.reference ? <bdi dir="ltr">{one.reference}</bdi> : null}
        {paper ? t(`dashboard.paper_${paper}`) : null}
        {!one.reference && !paper && one.note ? <bdi dir="ltr">{one.note}</bdi> : null}
      </span>{" "}
      <small>{when}</small>
    </>
  );
  return <li>{place ? <Link to={place}>{words}</Link> : <span>{words}</span>}</li>;
}
