import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { guestMessagesQuery, writeAsGuest } from "@/api/guests";
import { newIdempotencyKey } from "@/api/request";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { Composer } from "@/ui/composer";
import { PlainButton } from "@/ui/plain-button";
import { ErrorState, LoadingState } from "@/ui/states";
import classes from "./guest-trip.module.css";

const POLL_MS = 5_000;

interface GuestChatProps {
  token: string;
  /** The driver's first name. */
  name: string;
}

/** The messages with the driver; the newest at the bottom. */
export function GuestChat({ token, name }: GuestChatProps) {
  const { t } = useTranslation();
  const { time } = useFormat();
  const client = useQueryClient();
  const query = guestMessagesQuery(token);
  const chat = useQuery({ ...query, refetchInterval: POLL_MS });
  const write = useMutation({
    mutationFn: (body: { message: string; client_id: string }) => writeAsGuest(token, body),
    onSuccess: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  const failed = write.isError ? write.variables : null;

  if (chat.isPending) return <LoadingState compact />;
  if (chat.isError) {
    return <ErrorState compact error={chat.error} onRetry={() => void chat.refetch()} />;
  }
  const { results, open } = chat.data;
  if (!open && results.length === 0) return null;
  return (
    <section className={classes.chat} aria-label={t("guest.messages")}>
      <h2>{t("guest.messages")}</h2>
      {results.length === 0 ? <p className={classes.soft}>{t("guest.messages_none")}</p> : null}
      <ul className={classes.log} aria-live="polite">
        {results.toReversed().map((message) => (
          <li key={message.id} data-own={message.own || undefined}>
            <span className={classes.who}>
              <bdi>{message.own ? t("guest.you") : name}</bdi>
              {" · "}
              <time dateTime={message.created_at}>{time(message.created_at)}</time>
            </span>
            <span dir="auto">{message.message}</span>
          </li>
        ))}
      </ul>
      {failed ? (
        <p className={classes.failed} role="alert">
          {errorText(write.error, t)}{" "}
          <PlainButton onClick={() => write.mutate(failed)}>{t("app.retry")}</PlainButton>
        </p>
      ) : null}
      {open ? (
        <div className={classes.composer}>
          <Composer
            side="rider"
            focused={false}
            onSend={(message) => write.mutate({ message, client_id: newIdempotencyKey() })}
          />
        </div>
      ) : (
        <p className={classes.soft}>{t("chat.closed")}</p>
      )}
    </section>
  );
}
