import { Button } from "@mantine/core";
import {
  IconAntennaBarsOff,
  IconCalendarExclamation,
  IconChecks,
  IconClockExclamation,
  IconCreditCardOff,
  IconFileAlert,
  IconKeyOff,
  IconLifebuoy,
  IconPlugConnectedX,
  IconReceiptOff,
  IconRouteOff,
  IconSteeringWheel,
  IconUrgent,
  IconUserQuestion,
  IconUsersGroup,
  type TablerIcon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { AlertCase, AlertCases as CasesOfKind } from "@/api/types";
import { languageInfo } from "@/i18n/languages";
import { useFormat } from "@/i18n/use-format";
import { formatDay, isDay } from "@/ui/periods/days";
import type { OpenRequest } from "@/ui/use-open-request";
import classes from "./alert-cases.module.css";

type Kind = CasesOfKind["kind"];

/** The server's limit. */
const MANY = 100;
const LOOK: Record<Kind, { icon: TablerIcon; tone: "danger" | "lamp" | "way" }> = {
  sos: { icon: IconUrgent, tone: "danger" },
  waiting: { icon: IconSteeringWheel, tone: "danger" },
  silent_trip: { icon: IconPlugConnectedX, tone: "danger" },
  off_route: { icon: IconRouteOff, tone: "danger" },
  late_trip: { icon: IconClockExclamation, tone: "danger" },
  plan: { icon: IconCalendarExclamation, tone: "lamp" },
  silent_driver: { icon: IconAntennaBarsOff, tone: "lamp" },
  payment: { icon: IconCreditCardOff, tone: "lamp" },
  unpaid: { icon: IconReceiptOff, tone: "lamp" },
  gateway: { icon: IconKeyOff, tone: "danger" },
  case: { icon: IconLifebuoy, tone: "lamp" },
  document: { icon: IconFileAlert, tone: "lamp" },
  money_approval: { icon: IconChecks, tone: "lamp" },
  approval: { icon: IconUserQuestion, tone: "way" },
  referral: { icon: IconUsersGroup, tone: "lamp" },
};
const DOCUMENT_KINDS = [
  "license",
  "insurance",
  "vehicle",
  "permit",
  "medical",
  "background",
  "inspection",
  "other",
] as const;

const PLAN_RISKS = ["unconfirmed", "offline", "busy"] as const;

/** Actions that find a driver. Each opens its dialog on the booking's page. */
const ACTIONS = [
  { open: "assign", label: "bookings.assign_driver" },
  { open: "plan", label: "bookings.plan" },
  { open: "search", label: "bookings.search" },
] as const;

/** Returns the page to handle a case: its booking, its payment, or its person. */
function placeOf(kind: Kind, { booking_id, person_id, reference, note }: AlertCase): string | null {
  if (kind === "case") return `/cases?case=${note}`;
  if (kind === "money_approval") return `/approvals?approval=${note}`;
  if (booking_id !== null) return `/bookings/${booking_id}`;
  if (kind === "gateway") return "/payment-accounts";
  if (kind === "payment") return `/transactions?search=${encodeURIComponent(reference)}`;
  return person_id === null ? null : `/people/${person_id}`;
}

/** The list of all cases of a kind, of which the panel shows only some. */
const LISTS: Partial<Record<Kind, string>> = {
  waiting: "/bookings?status=NEW",
  off_route: "/bookings?status=STARTED",
  silent_trip: "/bookings?status=ARRIVED,STARTED",
  late_trip: "/bookings?status=ACCEPTED,STARTED",
  silent_driver: "/drivers?active=true",
  unpaid: "/bookings?status=REACHED,PENDING",
  case: "/cases",
  money_approval: "/approvals",
  approval: "/drivers?approved=false",
};

/** One kind of alert: the count, and the first cases with their links. */
export function AlertCases({ kind, count, results, onGo }: CasesOfKind & { onGo?: () => void }) {
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
            onGo={onGo}
          />
        ))}
      </ul>
      {list ? (
        <Link to={list} onClick={onGo}>
          {t("dashboard.alert_all")}
        </Link>
      ) : null}
    </article>
  );
}

interface CaseProps {
  kind: Kind;
  one: AlertCase;
  onGo: (() => void) | undefined;
}

function Case({ kind, one, onGo }: CaseProps) {
  const { t, i18n } = useTranslation();
  const { ago } = useFormat();
  const place = placeOf(kind, one);
  const documentKind =
    kind === "document" ? DOCUMENT_KINDS.find((name) => name === one.note) : undefined;
  const risk = kind === "plan" ? PLAN_RISKS.find((name) => name === one.note) : undefined;
  const guests = kind === "referral" ? Number(one.note) : null;
  const when = isDay(one.at)
    ? formatDay(one.at, languageInfo(i18n.language).dateLocale, { dateStyle: "medium" })
    : one.at && ago(one.at);
  const text = (
    <>
      <strong dir="auto">{one.name}</strong>{" "}
      <span>
        {one.reference ? <bdi dir="ltr">{one.reference}</bdi> : null}
        {documentKind ? t(`dashboard.document_${documentKind}`) : null}
        {risk ? <> · {t(`dashboard.plan_${risk}`)}</> : null}
        {guests === null ? null : t("dashboard.referral_guests", { guests })}
        {!one.reference && !documentKind && guests === null && one.note ? (
          <bdi dir="ltr">{one.note}</bdi>
        ) : null}
      </span>{" "}
      <small>{when}</small>
    </>
  );
  const actions = ACTIONS.filter(({ open }) => one.actions.includes(open));
  return (
    <li>
      {place ? (
        <Link to={place} className={classes.case ?? ""} onClick={onGo}>
          {text}
        </Link>
      ) : (
        <span className={classes.case}>{text}</span>
      )}
      {place && actions.length > 0 ? (
        <div className={classes.actions}>
          {actions.map(({ open, label }) => (
            <Button
              key={open}
              component={Link}
              to={place}
              state={{ open } satisfies OpenRequest}
              onClick={onGo}
              variant="default"
              size="compact-sm"
              aria-label={`${t(label)}: ${one.reference}`}
            >
              {t(label)}
            </Button>
          ))}
        </div>
      ) : null}
    </li>
  );
}
