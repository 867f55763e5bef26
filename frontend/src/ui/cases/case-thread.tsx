import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CasePhoto } from "@/api/cases";
import { useFormat } from "@/i18n/use-format";
import classes from "./cases.module.css";
import { PhotoList } from "./photo-list";

export interface ThreadMessage {
  id: number;
  text: string;
  photos: readonly CasePhoto[];
  created_at: string;
  author: string;
  /** Whether the reader's side wrote it. */
  own: boolean;
  /** For whom, if not for the person of the case. */
  note?: string | undefined;
}

/** The messages of a case, the oldest first. */
export function CaseThread({
  messages,
  onExpired,
}: {
  messages: readonly ThreadMessage[];
  /** Fetches the case again, whose photos have addresses that are valid for a few minutes. */
  onExpired: () => void;
}) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <ol className={classes.thread} aria-label={t("cases.messages")}>
      {messages.map(({ id, text, photos, created_at, author, own, note }) => (
        <li
          key={id}
          className={classes.message}
          data-own={own || undefined}
          data-note={note ? true : undefined}
        >
          <div className={classes.by}>
            <strong>
              <bdi>{author}</bdi>
            </strong>
            {note ? (
              <Badge variant="light" color="gray" size="sm">
                {note}
              </Badge>
            ) : null}
            <time dateTime={created_at}>{dateTime(created_at)}</time>
          </div>
          <p className={classes.text} dir="auto">
            {text}
          </p>
          <PhotoList photos={photos} onExpired={onExpired} />
        </li>
      ))}
    </ol>
  );
}
