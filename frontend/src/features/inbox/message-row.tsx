import {
  IconBell,
  IconCar,
  IconMessage,
  IconSteeringWheel,
  IconWallet,
  type TablerIcon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { pageOfNotice } from "@/api/screens";
import type { InboxMessage } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import classes from "./message-row.module.css";

const ICONS: Record<string, TablerIcon> = {
  BookingCab: IconCar,
  BookedCab: IconCar,
  onlineChat: IconMessage,
  wallet: IconWallet,
  DriverTrips: IconSteeringWheel,
};

interface MessageRowProps {
  message: InboxMessage;
  /** Whether it was new when the inbox was opened. */
  fresh: boolean;
  onGo: () => void;
}

/** One message, with a link to its page. */
export function MessageRow({ message, fresh, onGo }: MessageRowProps) {
  const { t } = useTranslation();
  const { ago } = useFormat();
  const Icon = ICONS[message.screen] ?? IconBell;
  return (
    <li>
      <Link to={pageOfNotice(message)} className={classes.row} onClick={onGo}>
        <span className={classes.icon} data-fresh={fresh || undefined} aria-hidden="true">
          <Icon size={20} stroke={1.7} />
        </span>
        <span className={classes.text}>
          <span className={classes.title}>
            <bdi>{message.title}</bdi>
            {fresh ? <span className={classes.fresh}>{t("inbox.unread")}</span> : null}
          </span>
          <span className={classes.msg} dir="auto">
            {message.msg}
          </span>
          <time className={classes.at} dateTime={message.created_at}>
            {ago(message.created_at)}
          </time>
        </span>
      </Link>
    </li>
  );
}
