import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { bookingQuery } from "@/api/bookings";
import { riderBookingsQuery } from "@/api/riders";
import type { TripPoint } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import type { Party } from "@/ui/party/party";
import { StatusBadge } from "@/ui/status-badge";
import { toast } from "@/ui/toast";
import classes from "./rider-trips.module.css";

interface RiderTripsProps {
  rider: number;
  onRepeat: (pickup: TripPoint, drop: TripPoint, party: Party) => void;
  /** Whether the caller waits on the phone: the last trip is focused, or `onNone` called without one. */
  focused: boolean;
  onNone: () => void;
}

const LATEST = 5;
const ENDED = new Set(["PAID", "COMPLETE", "CANCELLED"]);

/** A caller's open bookings, and the last trip to repeat or to book in the other direction. */
export function RiderTrips({ rider, onRepeat, focused, onNone }: RiderTripsProps) {
  const { t } = useTranslation();
  const { data = [], isSuccess } = useQuery(riderBookingsQuery(rider, LATEST));
  const repeatButton = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the bookings arrive.
  useEffect(() => {
    if (!focused || !isSuccess) return;
    if (data.length > 0) repeatButton.current?.focus();
    else onNone();
  }, [focused, isSuccess]);
  const open = data.filter(({ status }) => !ENDED.has(status));
  const last = data[0];
  const client = useQueryClient();
  // Rows have no coordinates.
  const repeat = useMutation({
    mutationFn: ({ id }: { id: number; back?: boolean }) => client.fetchQuery(bookingQuery(id)),
    onSuccess: ({ pickup, drop, passengers, luggage }, { back }) => {
      const party = { passengers, luggage };
      return back ? onRepeat(drop, pickup, party) : onRepeat(pickup, drop, party);
    },
    onError: (error) => toast.failure(errorText(error, t)),
  });
  if (!last) return null;
  return (
    <section className={classes.trips} aria-label={t("booking.rider_trips")}>
      {open.map((booking) => (
        <p key={booking.id} className={classes.open}>
          <StatusBadge status={booking.status} size="sm" />
          <Link to={`/bookings/${booking.id}`}>{booking.reference}</Link>
          <bdi className={classes.place}>{booking.drop_add}</bdi>
        </p>
      ))}
      <p className={classes.last}>
        <span className={classes.label}>{t("booking.last_trip")}</span>
        <bdi className={classes.place}>{last.pickup_add}</bdi>
        <bdi className={classes.place}>{last.drop_add}</bdi>
      </p>
      <div className={classes.buttons}>
        <Button
          size="compact-sm"
          variant="default"
          ref={repeatButton}
          onClick={() => repeat.mutate({ id: last.id })}
        >
          {t("booking.repeat_trip")}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => repeat.mutate({ id: last.id, back: true })}
        >
          {t("booking.return_trip")}
        </Button>
      </div>
    </section>
  );
}
