import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { bookingQuery } from "@/api/bookings";
import { ApiError } from "@/api/error";
import { useMay } from "@/api/permissions";
import { useViewer } from "@/api/session";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { useLiveBooking } from "@/realtime/live";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { ErrorState, LoadingState, NotFoundState } from "@/ui/states";
import { StatusBadge } from "@/ui/status-badge";
import { WaitingTime } from "@/ui/waiting-time";
import { BookingDelivery } from "./booking-delivery";
import classes from "./booking-detail.module.css";
import { BookingFacts } from "./booking-facts";
import { BookingMoney } from "./booking-money";
import { BookingPeople } from "./booking-people";
import { BookingTimeline } from "./booking-timeline";
import { CollectCash } from "./collect-cash";
import { GuestLinkCard } from "./guest-link-card";
import { OffersList } from "./offers-list";
import { StaffActions } from "./staff-actions";

const NotesCard = lazy(async () => ({
  default: (await import("@/ui/notes/notes-card")).NotesCard,
}));
const CasesCard = lazy(async () => ({
  default: (await import("@/ui/cases/cases-card")).CasesCard,
}));
const PersonFlags = lazy(async () => ({
  default: (await import("@/ui/notes/person-flags")).PersonFlags,
}));
const DetailMap = lazy(async () => ({ default: (await import("./detail-map")).DetailMap }));

interface BookingDetailPageProps {
  id: number;
  /** Renders the chat of a ride, from another feature. */
  chat?: (booking: Booking) => ReactNode;
  /** Renders the read-only chat for admins. */
  record?: (booking: Booking) => ReactNode;
}

/** The full record of one booking. */
export function BookingDetailPage({ id, chat, record }: BookingDetailPageProps) {
  const { t } = useTranslation();
  const { role } = useViewer();
  const may = useMay();
  const { dateTime } = useFormat();
  const { data: booking, error, refetch } = useQuery(bookingQuery(id));
  useLiveBooking(id);

  if (error instanceof ApiError && error.status === 404) {
    return <NotFoundState title={t("bookings.gone_title")} body={t("bookings.gone_body")} />;
  }
  if (error && !booking) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!booking) return <LoadingState />;

  return (
    <div className={classes.page}>
      <PageHeader
        back={role === "driver" ? "/bookings/history" : "/bookings"}
        title={
          <bdi dir="ltr" className="hx-tabular">
            {booking.reference}
          </bdi>
        }
        lead={dateTime(booking.trip_date)}
        reading
        actions={
          <>
            <StatusBadge status={booking.status} offeredTo={booking.offered_to} />
            {chat?.(booking)}
          </>
        }
      />
      <div className={classes.columns}>
        <div className={classes.column}>
          <div className={classes.map}>
            <Suspense fallback={<LoadingState label={t("map.loading")} />}>
              <DetailMap booking={booking} />
            </Suspense>
          </div>
          <BookingFacts booking={booking} />
          {booking.app_category === "delivery" ? <BookingDelivery booking={booking} /> : null}
          <BookingPeople booking={booking}>
            {role === "admin" && may("people") ? (
              <Suspense fallback={null}>
                <PersonFlags person={booking.customer.id} />
              </Suspense>
            ) : null}
          </BookingPeople>
          {role === "admin" ? (
            <>
              {may("bookings", "change") ? <GuestLinkCard booking={booking} /> : null}
              <Suspense fallback={null}>
                <NotesCard subject={{ booking: id }} />
                {may("cases") ? (
                  <CasesCard
                    people={[booking.customer, ...(booking.driver ? [booking.driver] : [])]}
                    booking={id}
                    list={`booking=${id}`}
                  />
                ) : null}
              </Suspense>
            </>
          ) : null}
          {role === "fleetadmin" ? (
            <Suspense fallback={null}>
              <CasesCard people={[]} booking={id} list={`booking=${id}`} />
            </Suspense>
          ) : null}
        </div>
        <div className={classes.column}>
          {booking.waiting ? (
            <WaitingTime waiting={booking.waiting} over={t("trip.waiting_over")} />
          ) : null}
          <StaffActions booking={booking} books />
          <CollectCash booking={booking} />
          <BookingMoney booking={booking} role={role} />
          <BookingTimeline id={id} />
          {role === "admin" ? <OffersList id={id} /> : null}
          {record?.(booking)}
          {role === "driver" ? <Link to={`/help?booking=${id}`}>{t("cases.report")}</Link> : null}
        </div>
      </div>
    </div>
  );
}
