import { Button } from "@mantine/core";
import { IconPhone } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Booking, BookingStatus } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { firstName } from "./headline";
import classes from "./trip-bar.module.css";

/** The trip's chat, from another feature: a button with a label where there is room. */
export type ChatSlot = (booking: Booking, look: "icon" | "wide") => ReactNode;

interface TripBarProps {
  booking: Booking;
  chat: ChatSlot | undefined;
  /** Opens the payment of a booking that waits for it; null while it is being called off. */
  onPay: (() => void) | null;
  onCancel: () => void;
}

const TALKING = new Set<BookingStatus>(["ACCEPTED", "ARRIVED", "STARTED", "REACHED", "PENDING"]);
const OVER = new Set<BookingStatus>(["COMPLETE", "CANCELLED"]);

/** What must always be in reach: writing to the driver, calling and cancelling; at the end, the ways on. */
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
  // Once it is paid the chat can still be read, where there is one.
  const talks = (TALKING.has(status) || status === "PAID") && driver !== null && chat !== undefined;
  if (!calls && !cancels && !talks && !pays) return null;
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
      {talks ? chat(booking, calls && cancels ? "icon" : "wide") : null}
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
