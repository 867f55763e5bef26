import { Button } from "@mantine/core";
import { IconPhone } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Booking, BookingStatus } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { firstName } from "./headline";
import classes from "./trip-bar.module.css";

/** The trip's chat, from another feature: an icon, or a wide button with a label. */
export type ChatSlot = (booking: Booking, look: "icon" | "wide") => ReactNode;

interface TripBarProps {
  booking: Booking;
  chat: ChatSlot | undefined;
  /** Opens the payment of an unpaid booking; null while it is being cancelled. */
  onPay: (() => void) | null;
  onCancel: () => void;
}

const TALKING = new Set<BookingStatus>(["ACCEPTED", "ARRIVED", "STARTED", "REACHED", "PENDING"]);
const OVER = new Set<BookingStatus>(["COMPLETE", "CANCELLED"]);

/** The actions that are always visible: chat, call and cancel; after the trip, the next steps. */
export function TripBar({ booking, chat, onPay, onCancel }: TripBarProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { status, driver, actions } = booking;
  const number = driver?.contact.replace(/[^+\d]/g, "") ?? "";
  const calls = TALKING.has(status) && driver && number !== "";
  const context = booking.app_category;
  const unpaid = status === "PAYMENT_PENDING";
  const cancels = actions.includes("cancel") && !(unpaid && onPay === null);
  const pays = unpaid && actions.includes("pay") && onPay !== null;

  if (OVER.has(status)) {
    return (
      <div className={classes.bar}>
        <Button component={Link} to="/bookings" size="md" variant="default">
          {t("trip.to_bookings")}
        </Button>
        <Button component={Link} to="/" size="md">
          {t("trip.book_again")}
        </Button>
      </div>
    );
  }
  // After the payment the chat can still be read, if there is one.
  const canChat =
    (TALKING.has(status) || status === "PAID") && driver !== null && chat !== undefined;
  if (!calls && !cancels && !canChat && !pays) return null;
  return (
    <div className={classes.bar}>
      {cancels ? (
        <Button
          size="md"
          variant="default"
          className={classes.cancel ?? ""}
          aria-haspopup={unpaid ? undefined : "dialog"}
          onClick={onCancel}
        >
          {unpaid ? t("trip.cancel_unpaid") : t("trip.cancel", { context })}
        </Button>
      ) : null}
      {pays ? (
        <Button size="md" variant="lamp" aria-haspopup="dialog" onClick={onPay}>
          {t("trip.pay_now", { amount: money(booking.amount_due) })}
        </Button>
      ) : null}
      {canChat ? chat(booking, calls && cancels ? "icon" : "wide") : null}
      {calls ? (
        <Button
          component="a"
          href={`tel:${number}`}
          size="md"
          leftSection={<IconPhone size={20} aria-hidden="true" />}
        >
          {t("trip.call", { name: firstName(driver.name) })}
        </Button>
      ) : null}
    </div>
  );
}
