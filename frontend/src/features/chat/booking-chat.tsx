import { ActionIcon, Button } from "@mantine/core";
import { IconMessage } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { lazy } from "@/ui/lazy";
import classes from "./booking-chat.module.css";
import { isChatOpen, useChat } from "./use-chat";

const ChatSheet = lazy(async () => ({ default: (await import("./chat-sheet")).ChatSheet }));

interface BookingChatProps {
  booking: Booking;
  /** The role of this user. */
  side: "rider" | "driver";
  look: "icon" | "wide";
}

const MOST_SHOWN = 9;

/** The chat button of a ride, with the number of new messages. Hidden if there is no chat. */
export function BookingChat(props: BookingChatProps) {
  const { driver, status } = props.booking;
  // A trip whose driver cancelled has no chat until the next driver accepts.
  return driver && status !== "CANCELLED" ? <ChatButton key={driver.id} {...props} /> : null;
}

function ChatButton({ booking, side, look }: BookingChatProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { messages, unread } = useChat(booking.id, booking.status);
  const other = side === "rider" ? booking.driver : booking.customer;
  const name = other?.name.trim().split(/\s+/)[0] ?? "";
  const label =
    unread > 0 ? t("chat.open_unread", { count: unread, name }) : t("chat.open", { name });
  if (!isChatOpen(booking.status) && messages.length === 0) return null;

  const badge =
    unread > 0 ? (
      <span key={unread} className={classes.count} aria-hidden="true">
        {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
      </span>
    ) : null;
  const open = () => setOpened(true);
  return (
    <div className={classes.opener} data-look={look}>
      {look === "wide" ? (
        <Button
          size="md"
          variant="default"
          fullWidth
          aria-label={label}
          aria-haspopup="dialog"
          leftSection={<IconMessage size={20} aria-hidden="true" />}
          onClick={open}
        >
          {t("chat.open_short")}
        </Button>
      ) : (
        <ActionIcon
          variant="default"
          size={48}
          radius="xl"
          aria-label={label}
          aria-haspopup="dialog"
          onClick={open}
        >
          <IconMessage size={22} aria-hidden="true" />
        </ActionIcon>
      )}
      {badge}
      <span className="hx-visually-hidden" role="status">
        {unread > 0 && !opened ? label : ""}
      </span>
      {opened ? (
        <Suspense fallback={null}>
          <ChatSheet booking={booking} side={side} name={name} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
