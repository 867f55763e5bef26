import { useMediaQuery } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { Composer } from "@/ui/composer";
import { GuardedDrawer } from "@/ui/guarded";
import { ChatLog } from "./chat-log";
import classes from "./chat-sheet.module.css";
import { isChatOpen, useChat } from "./use-chat";
import { useOutbox } from "./use-outbox";
import { useRead } from "./use-read";

interface ChatSheetProps {
  booking: Booking;
  side: "rider" | "driver";
  /** The other person's name. */
  name: string;
  onClose: () => void;
}

/** The conversation: a bottom sheet on phones, beside the map on wide screens. */
export function ChatSheet({ booking, side, name, onClose }: ChatSheetProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery("(width < 48em)", false, { getInitialValueInEffect: false });
  const chat = useChat(booking.id, booking.status);
  const outbox = useOutbox(booking.id, chat.messages);
  useRead(booking.id, chat.messages, chat.unread);
  // The booking's status is current. The page of messages may be older.
  const closed = !isChatOpen(booking.status) || (chat.query.isSuccess && !chat.writable);

  return (
    <GuardedDrawer
      opened
      onClose={onClose}
      title={<bdi>{t("chat.title", { name })}</bdi>}
      position={phone ? "bottom" : "right"}
      size={phone ? "92dvh" : 420}
      closeButtonProps={{ "aria-label": t("app.close") }}
      classNames={{
        content: (phone ? classes.sheet : classes.side) ?? "",
        title: classes.title ?? "",
        body: classes.body ?? "",
      }}
    >
      <ChatLog chat={chat} outgoing={outbox.outgoing} name={name} onAgain={outbox.sendAgain} />
      {closed ? (
        <p className={classes.closed} role="status">
          {t("chat.closed")}
        </p>
      ) : (
        <Composer side={side} focused={!phone} onSend={outbox.send} />
      )}
    </GuardedDrawer>
  );
}
