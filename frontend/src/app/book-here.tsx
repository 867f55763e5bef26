import { type ComponentProps, Suspense } from "react";
import { HomeBooking, type PaymentSlot } from "@/features/booking/home-booking";
import { lazy } from "@/ui/lazy";

const PayAfterBooking = lazy(async () => ({
  default: (await import("@/features/trip/pay-after-booking")).PayAfterBooking,
}));

/** What a booking that waits for its money opens by itself. */
const payment: PaymentSlot = (booking, { onPaid, onCalledOff, onLater }) => (
  <Suspense fallback={null}>
    <PayAfterBooking
      key={booking.id}
      booking={booking}
      onPaid={onPaid}
      onCalledOff={onCalledOff}
      onClose={onLater}
    />
  </Suspense>
);

/** The booking form, with what other features bring to it. */
export function BookHere(props: Omit<ComponentProps<typeof HomeBooking>, "payment">) {
  return <HomeBooking {...props} payment={payment} />;
}
