import { Button, Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import type { Booking, ChatMessage } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { ErrorState } from "@/ui/states";
import classes from "./chat-reader.module.css";
import { useChat } from "./use-chat";

/** The chat of rider and driver for admins. Reading it marks nothing as read. */
export function ChatReader({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { query, messages } = useChat(booking.id, booking.status);
  // A fleet admin gets 404 until a driver of the fleet has the ride.
  if (query.error instanceof ApiError && query.error.status === 404) return null;

  return (
    <section className={classes.card} aria-labelledby="chat">
      <h2 id="chat">{t("chat.reader_title")}</h2>
      {query.isPending ? <Skeleton height={72} /> : null}
      {query.isError && !query.data ? (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data && messages.length === 0 ? (
        <p className={classes.nothing}>{t("chat.reader_empty")}</p>
      ) : null}
      {messages.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key.
        <div className={classes.log} role="log" aria-label={t("chat.log")} tabIndex={0}>
          {query.hasNextPage ? (
            <Button
              variant="subtle"
              size="sm"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t("chat.older")}
            </Button>
          ) : null}
          {messages.map((message) => (
            <Line key={message.id} message={message} />
          ))}
        </div>
      ) : null}
    </section>
  );
}

/** A ride can have several drivers, so each line names its sender. */
function Line({ message }: { message: ChatMessage }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { source, sender_name, created_at, delivered_at, read_at } = message;
  const mark = read_at ? "read" : delivered_at ? "delivered" : "sent";
  return (
    <div className={classes.line} data-source={source}>
      <p className={classes.who}>
        {t(`role.${source}`)} <bdi>{sender_name}</bdi>
      </p>
      <p dir="auto" className={classes.text}>
        {message.message}
      </p>
      <p className={classes.foot}>
        <time dateTime={created_at}>{dateTime(created_at)}</time> · {t(`chat.${mark}`)}
      </p>
    </div>
  );
}
