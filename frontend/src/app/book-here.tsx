import { type ComponentProps, Suspense } from "react";
import { HomeBooking, type PaymentSlot } from "@/features/booking/home-booking";
import { lazy } from "@/ui/lazy";

const PayAfterBooking = lazy(async () => ({
  default: (await import("@/features/trip/pay-after-booking")).PayAfterBooking,
}));

/** The payment that opens after an unpaid booking is created. */
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

/** The booking form with the parts from other features. */
export function BookHere(props: Omit<ComponentProps<typeof HomeBooking>, "payment">) {
  return <HomeBooking {...props} payment={payment} />;
}
