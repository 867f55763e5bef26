import { IconCheck, IconChecks, IconClock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import classes from "./bubble.module.css";

interface BubbleProps {
  own: boolean;
  /** The other person's name. */
  name: string;
  message: string;
  /** Empty while the message is being sent. */
  created_at?: string;
  delivered_at?: string | null;
  read_at?: string | null;
  error?: unknown;
  onAgain?: () => void;
}

type Mark = "sending" | "sent" | "delivered" | "read";

function markOf({ created_at, delivered_at, read_at }: BubbleProps): Mark {
  if (!created_at) return "sending";
  if (read_at) return "read";
  return delivered_at ? "delivered" : "sent";
}

const ICONS = { sending: IconClock, sent: IconCheck, delivered: IconChecks, read: IconChecks };

/** One message. The user's own messages show their delivery state. */
export function Bubble(props: BubbleProps) {
  const { own, name, message, created_at, error, onAgain } = props;
  const { t } = useTranslation();
  const { time } = useFormat();
  const who = own ? t("chat.you") : name;
  const mark = markOf(props);
  const Icon = ICONS[mark];

  return (
    <div className={classes.row} data-own={own || undefined}>
      <div className={classes.bubble} data-failed={error ? true : undefined}>
        <span className="hx-visually-hidden">
          {created_at ? t("chat.at", { name: who, time: time(created_at) }) : who}:{" "}
        </span>
        <span dir="auto" className={classes.text}>
          {message}
        </span>
        <span className={classes.foot}>
          {created_at ? <span aria-hidden="true">{time(created_at)}</span> : null}
          {own && !error ? (
            <span className={classes.mark} data-mark={mark} title={t(`chat.${mark}`)}>
              <Icon size={16} aria-hidden="true" />
              <span className="hx-visually-hidden">{t(`chat.${mark}`)}</span>
            </span>
          ) : null}
        </span>
      </div>
      {error ? (
        <p className={classes.failed} role="alert">
          {t("chat.failed")} {errorText(error, t)}{" "}
          <button type="button" onClick={onAgain}>
            {t("chat.again")}
          </button>
        </p>
      ) : null}
    </div>
  );
}
