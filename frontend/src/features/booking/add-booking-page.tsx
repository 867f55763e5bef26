import { UnstyledButton } from "@mantine/core";
import { type ComponentType, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Booking } from "@/api/types";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { LoadingState } from "@/ui/states";
import { useCategory } from "@/ui/use-category";
import { AddBookingFields } from "./add-booking-fields";
import classes from "./add-booking-page.module.css";
import { AddedDialog } from "./added-dialog";
import type { BookingMapProps } from "./booking-map";
import { BookingSteps } from "./booking-steps";
import { useAddBooking } from "./use-add-booking";

// The form works without the map.
const BookingMap = lazy<ComponentType<BookingMapProps>>(() =>
  import("./booking-map")
    .then((module) => ({ default: module.BookingMap }))
    .catch(() => ({ default: () => null })),
);

/** The booking form for admins, with a field for the rider. */
export function AddBookingPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [booked, setBooked] = useState<Booking | null>(null);
  const form = useAddBooking({ page: "/addbookings", onBooked: setBooked });
  const { flow } = form;
  const context = useCategory();

  return (
    <div className={classes.page}>
      <PageHeader
        title={t("booking.add_title")}
        lead={t("booking.add_lead", { context })}
        actions={
          form.started ? (
            <UnstyledButton className={`hx-touch ${classes.over}`} onClick={form.startOver}>
              {t("booking.clear_trip")}
            </UnstyledButton>
          ) : null
        }
      />
      <div className={classes.columns}>
        <section className={classes.form} aria-label={t("booking.add_title")}>
          <AddBookingFields form={form} />
        </section>
        <div className={classes.map}>
          <Suspense fallback={<LoadingState label={t("map.loading")} />}>
            <BookingMap
              draft={flow.draft}
              points={form.points}
              panel={null}
              polyline={flow.estimate.data?.route.polyline_points ?? null}
            />
          </Suspense>
        </div>
      </div>
      <BookingSteps flow={flow} />
      <AddedDialog
        booking={booked}
        onClose={() => void navigate("/bookings")}
        onAnother={() => {
          setBooked(null);
          form.startOver();
        }}
      />
    </div>
  );
}
