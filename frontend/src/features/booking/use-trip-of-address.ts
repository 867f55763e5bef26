import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { bookingQuery } from "@/api/bookings";
import { personQuery } from "@/api/people";
import type { Booking, Rider } from "@/api/types";

/** Reads the booking of a link that repeats it or books its return, and its rider, once. */
export function useTripOfAddress(
  onTrip: (booking: Booking, back: boolean, rider: Rider | null) => void,
): void {
  const [params] = useSearchParams();
  const back = params.has("return");
  const id = Number(params.get(back ? "return" : "repeat")) || 0;
  const { data: booking } = useQuery({ ...bookingQuery(id), enabled: id > 0 });
  const riderId = booking?.customer.id ?? 0;
  const { data, isFetched } = useQuery({ ...personQuery(riderId), enabled: riderId > 0 });
  const settled = isFetched || data !== undefined;
  const latest = useRef(onTrip);
  useEffect(() => {
    latest.current = onTrip;
  });
  const given = useRef("");
  const address = `${id} ${back}`;
  useEffect(() => {
    if (booking?.id !== id || !settled || given.current === address) return;
    given.current = address;
    // The passenger of a street trip is no rider.
    latest.current(
      booking,
      back,
      data?.user_type === "rider" && !booking.street_trip ? data : null,
    );
  }, [booking, id, back, settled, address, data]);
}
