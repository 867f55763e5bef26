import { Skeleton } from "@mantine/core";
import { useThrottledCallback } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { deskMessagesKey, deskMessagesQuery, deskReceiptsQuery } from "@/api/desk";
import type { DeskMessage } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { useTopic } from "@/realtime/hooks";
import { SidePanel } from "@/ui/side-panel";
import { EmptyState, ErrorState, LoadingState } from "@/ui/states";
import classes from "./receipts.module.css";

/** Many drivers may read a message in the same second. */
const REFETCH_EVERY_MS = 1_000;
/** An event can be lost with the connection. */
const POLL_MS = 30_000;

/** The last messages of the desk, live with who has read them. */
export function ReceiptsPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const messages = useQuery({ ...deskMessagesQuery(), refetchInterval: POLL_MS });
  const [shown, setShown] = useState<number | null>(null);
  const refetch = useThrottledCallback(
    () => void client.invalidateQueries({ queryKey: deskMessagesKey }),
    REFETCH_EVERY_MS,
  );
  useTopic("bookings", {
    onEvent: ({ type }) => {
      if (type === "desk.receipt") refetch();
    },
    onRefetch: refetch,
  });
  const { data, error } = messages;
  const last = shown ?? data?.[0]?.id ?? null;
  return (
    <SidePanel title={t("desk.sent")} onClose={onClose}>
      {!data && error ? (
        <ErrorState compact error={error} onRetry={() => void messages.refetch()} />
      ) : null}
      {data || error ? null : <LoadingState compact />}
      {data?.length === 0 ? (
        <EmptyState compact title={t("desk.sent_none")} body={t("desk.sent_none_body")} />
      ) : null}
      <ul className={classes.messages}>
        {data?.map((message) => (
          <li key={message.id}>
            <SentMessage
              message={message}
              open={message.id === last}
              onToggle={(open) => setShown(open ? message.id : 0)}
            />
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}

interface SentMessageProps {
  message: DeskMessage;
  open: boolean;
  onToggle: (open: boolean) => void;
}

function SentMessage({ message, open, onToggle }: SentMessageProps) {
  const { t } = useTranslation();
  const { number, dateTime } = useFormat();
  const { id, text, sent_by, created_at, drivers, read } = message;
  return (
    <>
      <p dir="auto" className={classes.text}>
        {text}
      </p>
      <p className={classes.soft}>
        {sent_by ? (
          <>
            <bdi>{sent_by}</bdi> ·{" "}
          </>
        ) : null}
        <time dateTime={created_at}>{dateTime(created_at)}</time>
      </p>
      <button
        type="button"
        className={classes.count}
        data-all={read === drivers || undefined}
        aria-expanded={open}
        onClick={() => onToggle(!open)}
      >
        {t("desk.read_by", { read: number(read), drivers: number(drivers) })}
      </button>
      {open ? <Receipts id={id} /> : null}
    </>
  );
}

function Receipts({ id }: { id: number }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { data, error, refetch } = useQuery(deskReceiptsQuery(id));
  if (!data && error) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={80} />;
  return (
    <ul className={classes.drivers}>
      {data.map(({ driver_id, name, delivered_at, read_at }) => (
        <li key={driver_id} data-read={read_at !== null || undefined}>
          <bdi>{name}</bdi>
          <span>
            {read_at
              ? t("desk.read_at", { time: dateTime(read_at) })
              : delivered_at
                ? t("desk.delivered_at", { time: dateTime(delivered_at) })
                : t("desk.not_delivered")}
          </span>
        </li>
      ))}
    </ul>
  );
}
