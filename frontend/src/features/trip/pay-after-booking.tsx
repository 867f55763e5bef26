import { useQuery } from "@tanstack/react-query";
import { bookingQuery } from "@/api/bookings";
import { useConnection } from "@/realtime/hooks";
import { useLiveBooking } from "@/realtime/live";
import { PaymentDialog, type PaymentDialogProps } from "./payment-dialog";

const POLL_MS = 5_000;

/** The payment of a new booking, updated with the booking. */
export function PayAfterBooking(props: PaymentDialogProps) {
  const connection = useConnection();
  const { data } = useQuery({
    ...bookingQuery(props.booking.id),
    initialData: props.booking,
    refetchInterval: connection === "live" ? false : POLL_MS,
  });
  useLiveBooking(props.booking.id);
  return <PaymentDialog {...props} booking={data} />;
}
