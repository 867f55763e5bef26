import { Button, CloseButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconPhoneCall, IconPhoneIncoming } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "react-router";
import { liveCallsKey, liveCallsQuery } from "@/api/calls";
import type { LiveCall } from "@/api/types";
import { useTopic } from "@/realtime/hooks";
import { PersonFlags } from "@/ui/notes/person-flags";
import { PersonLink } from "@/ui/record-link";
import classes from "./incoming-calls.module.css";

const BOARD = "/desk";

/** The booking form for the caller, on this page if it is the board: a known rider, or the number to add a new one. */
function bookingPath({ caller, phone }: LiveCall, page: string): string {
  // The board has the form in a panel.
  const query = new URLSearchParams(page === BOARD ? { new: "1" } : {});
  if (caller?.user_type === "rider") {
    query.set("rider", String(caller.id));
    query.set("call", "1");
  } else if (phone) query.set("phone", phone);
  const path = page === BOARD ? BOARD : "/addbookings";
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Cards of the phone calls that ring or are answered, on every page of the back office; C books for the newest. */
export function IncomingCalls() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const client = useQueryClient();
  const { data = [] } = useQuery(liveCallsQuery());
  const [dismissed, setDismissed] = useState<ReadonlySet<number>>(new Set());
  const refetch = () => void client.invalidateQueries({ queryKey: liveCallsKey });
  useTopic("bookings", {
    onEvent: (event) => {
      if (event.type === "call.changed") refetch();
    },
    onRefetch: refetch,
  });
  const shown = data.filter(({ id }) => !dismissed.has(id));
  const dismiss = (id: number) => setDismissed((before) => new Set(before).add(id));
  const book = (call: LiveCall) => {
    dismiss(call.id);
    void navigate(bookingPath(call, pathname));
  };
  useHotkeys([["c", () => shown[0] && book(shown[0])]]);

  return (
    <div className={classes.calls} role="status">
      {shown.map((call) => (
        <article key={call.id} className={classes.call} data-state={call.state}>
          {call.state === "ringing" ? (
            <IconPhoneIncoming size={22} aria-hidden="true" />
          ) : (
            <IconPhoneCall size={22} aria-hidden="true" />
          )}
          <div className={classes.text}>
            <span className={classes.state}>
              {call.answered_by
                ? t("calls.answeredBy", { name: call.answered_by })
                : t(call.state === "ringing" ? "calls.ringing" : "calls.answered")}
              {call.line ? <bdi> · {call.line}</bdi> : null}
            </span>
            <strong>
              {call.caller ? (
                <PersonLink id={call.caller.id} kind={call.caller.user_type}>
                  <bdi>{call.caller.name}</bdi>
                </PersonLink>
              ) : (
                t(call.phone ? "calls.unknown" : "calls.withheld")
              )}
            </strong>
            {call.phone ? <bdi dir="ltr">{call.phone}</bdi> : null}
            {call.caller ? <PersonFlags person={call.caller.id} /> : null}
          </div>
          <Button
            component={Link}
            to={bookingPath(call, pathname)}
            onClick={() => dismiss(call.id)}
            variant="lamp"
            size="sm"
            aria-keyshortcuts={call === shown[0] ? "C" : undefined}
          >
            {t("calls.book")}
          </Button>
          <CloseButton aria-label={t("calls.dismiss")} onClick={() => dismiss(call.id)} />
        </article>
      ))}
    </div>
  );
}
