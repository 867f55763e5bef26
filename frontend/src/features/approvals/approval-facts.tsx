import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Approval } from "@/api/approvals";
import { ApiError } from "@/api/error";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { Money } from "@/ui/money";
import { PersonLink } from "@/ui/record-link";
import classes from "./approvals-page.module.css";
import { ApprovalStateBadge } from "./state-badge";
import { SubjectLink } from "./subject-link";

/** Who requested what and why, the amounts before and after, and the decision. */
export function ApprovalFacts({ one }: { one: Approval }) {
  const { t } = useTranslation();
  const { money, dateTime, date } = useFormat();
  const { effect, person } = one;
  const details = [
    one.from_driver ? t("approvals.from_driver") : "",
    one.paid_outside ? t("approvals.paid_outside") : "",
  ].filter(Boolean);
  const facts: [string, ReactNode][] = [
    [t("approvals.kind"), t(`approvals.kinds.${one.kind}`)],
    [t("approvals.state"), <ApprovalStateBadge key="state" state={one.state} />],
    [
      t("approvals.amount"),
      <strong key="amount">
        <Money amount={one.amount} />
      </strong>,
    ],
    [t("approvals.subject"), <SubjectLink key="subject" one={one} />],
  ];
  if (person) {
    facts.push([
      t("approvals.person"),
      <span key="person">
        <PersonLink id={person.id} kind={person.user_type}>
          <bdi>{person.name}</bdi>
        </PersonLink>
        , {t(`role.${person.user_type}`)}
      </span>,
    ]);
  }
  if (effect) {
    const amounts = { before: money(effect.before), after: money(effect.after) };
    facts.push([
      t(one.kind === "refund" ? "approvals.refunded_change" : "approvals.balance_change"),
      t("approvals.change", amounts),
    ]);
  }
  if (one.process_date) {
    facts.push([t("approvals.process_date"), date(`${one.process_date}T12:00:00Z`)]);
  }
  if (details.length > 0) facts.push([t("approvals.details"), details.join(" ")]);
  if (one.reason) facts.push([t("approvals.reason"), <bdi key="reason">{one.reason}</bdi>]);
  facts.push(
    [t("approvals.requested_by"), <bdi key="by">{one.requested_by.name}</bdi>],
    [t("approvals.requested_at"), dateTime(one.requested_at)],
  );
  if (one.decided_by) {
    facts.push([t("approvals.decided_by"), <bdi key="decider">{one.decided_by.name}</bdi>]);
  }
  if (one.decided_at) facts.push([t("approvals.decided_at"), dateTime(one.decided_at)]);
  if (one.decision_reason) {
    // In the viewer's language, if it is an error of the action.
    const why = one.decision_code
      ? errorText(new ApiError(409, one.decision_code, one.decision_reason), t)
      : one.decision_reason;
    facts.push([t("approvals.decision_reason"), <bdi key="why">{why}</bdi>]);
  }
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
