import { Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useViewer } from "@/api/session";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { SidePanel } from "@/ui/side-panel";
import { StatusBadge } from "@/ui/status-badge";
import { WaitingTime } from "@/ui/waiting-time";
import classes from "./booking-detail.module.css";
import { BookingFacts } from "./booking-facts";
import { BookingMoney } from "./booking-money";
import { BookingPeople } from "./booking-people";
import { BookingTimeline } from "./booking-timeline";
import { CollectCash } from "./collect-cash";
import { OffersList } from "./offers-list";
import { StaffActions } from "./staff-actions";

/** The record of a booking beside the board. */
export function BookingDrawer({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { t } = useTranslation();
  const { role } = useViewer();
  const { dateTime } = useFormat();
  return (
    <SidePanel
      width={520}
      onClose={onClose}
      title={
        <bdi dir="ltr" className="hx-tabular">
          {booking.reference}
        </bdi>
      }
    >
      <div className={classes.column}>
        <Group justify="space-between">
          <StatusBadge status={booking.status} offeredTo={booking.offered_to} />
          <span>{dateTime(booking.trip_date)}</span>
          <Link to={`/bookings/${booking.id}`}>{t("history.do_open")}</Link>
        </Group>
        {booking.waiting ? (
          <WaitingTime waiting={booking.waiting} over={t("trip.waiting_over")} />
        ) : null}
        <StaffActions booking={booking} />
        <CollectCash booking={booking} />
        <BookingFacts booking={booking} />
        <BookingPeople booking={booking} />
        <BookingMoney booking={booking} role={role} />
        <BookingTimeline id={booking.id} />
        {role === "admin" ? <OffersList id={booking.id} /> : null}
      </div>
    </SidePanel>
  );
}
