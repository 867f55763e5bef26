import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Case, caseQuery, casesKey, changeCase, reopenCase } from "@/api/cases";
import { ApiError } from "@/api/error";
import { useViewer } from "@/api/session";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { CaseThread, type ThreadMessage } from "@/ui/cases/case-thread";
import { CaseStateBadge } from "@/ui/cases/state-badge";
import { BookingLink, PersonLink } from "@/ui/record-link";
import { SidePanel } from "@/ui/side-panel";
import { ErrorState, LoadingState, NotFoundState } from "@/ui/states";
import { toast } from "@/ui/toast";
import { AssignSheet } from "./assign-sheet";
import classes from "./cases-page.module.css";
import { CloseSheet } from "./close-sheet";
import { isOverdue } from "./columns";
import { ReplyForm } from "./reply-form";

/** One case: facts, messages and what staff can do. */
export function CasePanel({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(caseQuery(id));
  return (
    <SidePanel title={t("cases.number", { number: id })} width={600} onClose={onClose}>
      {data ? (
        <Known one={data} />
      ) : error instanceof ApiError && error.status === 404 ? (
        <NotFoundState compact title={t("cases.gone")} />
      ) : error ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState compact />
      )}
    </SidePanel>
  );
}

function Known({ one }: { one: Case }) {
  const { t } = useTranslation();
  const { me, role } = useViewer();
  const ofFleet = role === "fleetadmin";
  const client = useQueryClient();
  const [closing, setClosing] = useState(false);
  const [assigning, setAssigning] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: casesKey });
  const take = useMutation({
    mutationFn: (owner: number) => changeCase(one.id, { owner }),
    onSuccess: () => toast.success(t("cases.taken")),
    onSettled: refresh,
  });
  const reopen = useMutation({
    mutationFn: () => reopenCase(one.id),
    onSuccess: () => toast.success(t("cases.reopened")),
    onSettled: refresh,
  });
  const failure = take.error ?? reopen.error;
  const closed = one.state === "closed";
  const note = (audience: string | undefined) => {
    if (audience === "staff") return t("cases.staff_only");
    if (audience === "fleet") return t("cases.with_fleet");
    return audience === "other" ? t("cases.sent_to", { name: one.other?.name ?? "" }) : undefined;
  };
  const messages: ThreadMessage[] = one.messages.map((message) => ({
    id: message.id,
    text: message.text,
    photos: message.photos,
    created_at: message.created_at,
    author: message.author_name ?? "",
    own: ofFleet ? message.by_fleet === true : message.by_staff,
    note: note(message.audience),
  }));

  return (
    <div className={classes.panel}>
      <Facts one={one} />
      {ofFleet ? (
        <p className={classes.lead}>{t("cases.fleet_part")}</p>
      ) : (
        <div className={classes.actions}>
          {me && one.owner?.id !== me.id && !closed ? (
            <Button variant="default" loading={take.isPending} onClick={() => take.mutate(me.id)}>
              {t("cases.take")}
            </Button>
          ) : null}
          {closed ? (
            <Button variant="default" loading={reopen.isPending} onClick={() => reopen.mutate()}>
              {t("cases.reopen")}
            </Button>
          ) : (
            <>
              <Button variant="default" aria-haspopup="dialog" onClick={() => setAssigning(true)}>
                {t("cases.assign")}
              </Button>
              <Button variant="default" aria-haspopup="dialog" onClick={() => setClosing(true)}>
                {t("cases.close")}
              </Button>
            </>
          )}
        </div>
      )}
      {failure ? <p role="alert">{errorText(failure, t)}</p> : null}
      <CaseThread messages={messages} onExpired={() => void refresh()} />
      {closed && !ofFleet ? null : <ReplyForm one={one} onSent={refresh} />}
      {assigning ? (
        <AssignSheet
          one={one}
          onClose={() => setAssigning(false)}
          onChanged={() => {
            setAssigning(false);
            void refresh();
          }}
        />
      ) : null}
      {closing ? (
        <CloseSheet
          one={one}
          onClose={() => setClosing(false)}
          onClosed={() => {
            setClosing(false);
            void refresh();
          }}
        />
      ) : null}
    </div>
  );
}

function Facts({ one }: { one: Case }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <dl className={classes.facts}>
      <dt>{t("cases.kind")}</dt>
      <dd>{t(`cases.kinds.${one.kind}`)}</dd>
      <dt>{t("cases.state")}</dt>
      <dd>
        <CaseStateBadge state={one.state ?? "open"} overdue={isOverdue(one)} />
      </dd>
      <dt>{t("cases.person")}</dt>
      <dd>
        <PersonLink id={one.person.id} kind={one.person.user_type}>
          <bdi>{one.person.name}</bdi>
        </PersonLink>
        , {t(`role.${one.person.user_type}`)}
      </dd>
      {one.booking ? (
        <>
          <dt>{t("cases.booking")}</dt>
          <dd>
            <BookingLink id={one.booking.id}>
              <bdi dir="ltr">{one.booking.reference}</bdi>
            </BookingLink>
          </dd>
        </>
      ) : null}
      {one.other ? (
        <>
          <dt>{t(`role.${one.other.user_type}`)}</dt>
          <dd>
            <PersonLink id={one.other.id} kind={one.other.user_type}>
              <bdi>{one.other.name}</bdi>
            </PersonLink>
          </dd>
        </>
      ) : null}
      <dt>{t("cases.owner")}</dt>
      <dd>{one.owner ? <bdi>{one.owner.name}</bdi> : t("cases.no_owner")}</dd>
      {one.due_at ? (
        <>
          <dt>{t("cases.due")}</dt>
          <dd>
            <time dateTime={one.due_at}>{dateTime(one.due_at)}</time>
          </dd>
        </>
      ) : null}
      {one.outcome ? (
        <>
          <dt>{t("cases.outcome")}</dt>
          <dd>{t(`cases.outcomes.${one.outcome}`)}</dd>
        </>
      ) : null}
    </dl>
  );
}
