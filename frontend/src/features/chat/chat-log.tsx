import { Button, Skeleton } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState, ErrorState } from "@/ui/states";
import { Bubble } from "./bubble";
import classes from "./chat-log.module.css";
import type { useChat } from "./use-chat";
import type { Outgoing } from "./use-outbox";

interface ChatLogProps {
  chat: ReturnType<typeof useChat>;
  outgoing: readonly Outgoing[];
  name: string;
  onAgain: (message: Outgoing) => void;
}

const WAITING = ["a", "b", "c"];

/** The messages, scrolled to the newest at the bottom. */
export function ChatLog({ chat, outgoing, name, onAgain }: ChatLogProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const { query, messages } = chat;
  const last = outgoing.at(-1)?.client_id ?? messages.at(-1)?.client_id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last message is the reason to scroll.
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [last]);

  if (query.isPending) {
    return (
      <div className={classes.log} role="status">
        <span className="hx-visually-hidden">{t("app.loading")}</span>
        {WAITING.map((row) => (
          <Skeleton key={row} height="3rem" width="62%" radius="lg" />
        ))}
      </div>
    );
  }
  if (query.isError && !query.data) {
    return (
      <div className={classes.log}>
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key.
    <div ref={box} className={classes.log} role="log" aria-label={t("chat.log")} tabIndex={0}>
      {query.hasNextPage ? (
        <Button
          variant="subtle"
          size="sm"
          className={classes.older ?? ""}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t("chat.older")}
        </Button>
      ) : null}
      {messages.length + outgoing.length === 0 ? (
        <EmptyState compact title={t("chat.empty_title", { name })} body={t("chat.empty_body")} />
      ) : null}
      {messages.map((message) => (
        <Bubble key={message.client_id} name={name} {...message} />
      ))}
      {outgoing.map((message) => (
        <Bubble
          key={message.client_id}
          own
          name={name}
          message={message.message}
          error={message.error}
          onAgain={() => onAgain(message)}
        />
      ))}
    </div>
  );
}
