import { Button, Skeleton } from "@mantine/core";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { inboxKey, inboxQuery, markInboxRead } from "@/api/inbox";
import { EmptyState, ErrorState } from "@/ui/states";
import classes from "./inbox-messages.module.css";
import { MessageRow } from "./message-row";
import { QuietBellArt } from "./quiet-bell-art";

const ROWS = ["a", "b", "c", "d"];

/** The list of messages, marked as read once visible. New messages keep their mark while the inbox is open. */
export function InboxMessages({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const inbox = useInfiniteQuery(inboxQuery());
  const fresh = useRef(new Set<number>());
  const messages = inbox.data?.pages.flatMap(({ results }) => results) ?? [];
  for (const { id, read_at } of messages) if (read_at === null) fresh.current.add(id);
  const newest = messages.find(({ read_at }) => read_at === null)?.id ?? null;

  useEffect(() => {
    if (newest === null) return;
    // A failure is harmless: the next visit marks them as read.
    markInboxRead(newest).then(
      () => client.invalidateQueries({ queryKey: inboxKey }),
      () => undefined,
    );
  }, [newest, client]);

  if (inbox.isPending) {
    return (
      <div className={classes.waiting} role="status">
        <span className="hx-visually-hidden">{t("app.loading")}</span>
        {ROWS.map((row) => (
          <Skeleton key={row} height="4.25rem" radius="md" />
        ))}
      </div>
    );
  }
  if (inbox.isError && !inbox.data) {
    return <ErrorState compact error={inbox.error} onRetry={() => void inbox.refetch()} />;
  }
  if (messages.length === 0) {
    return (
      <EmptyState
        compact
        art={<QuietBellArt />}
        title={t("inbox.empty_title")}
        body={t("inbox.empty_body")}
      />
    );
  }
  return (
    <>
      <ul className={classes.list}>
        {messages.map((message) => (
          <MessageRow
            key={message.id}
            message={message}
            fresh={fresh.current.has(message.id)}
            onGo={onGo}
          />
        ))}
      </ul>
      {inbox.isFetchNextPageError ? (
        <ErrorState compact error={inbox.error} onRetry={() => void inbox.fetchNextPage()} />
      ) : inbox.hasNextPage ? (
        <Button
          className={classes.more ?? ""}
          variant="default"
          loading={inbox.isFetchingNextPage}
          onClick={() => void inbox.fetchNextPage()}
        >
          {t("inbox.earlier")}
        </Button>
      ) : null}
    </>
  );
}
