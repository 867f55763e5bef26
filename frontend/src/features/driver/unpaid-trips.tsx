import { Button } from "@mantine/core";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { actOnBooking, bookingKey, bookingQuery, bookingsKey, bookingsQuery } from "@/api/bookings";
import { meKey } from "@/api/me";
import { newIdempotencyKey } from "@/api/request";
import type { BookingRow } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { Money } from "@/ui/money";
import { ErrorState, LoadingState } from "@/ui/states";
import classes from "./upcoming-trips.module.css";

/** The driver's unpaid trips, each with a button to settle it. Hidden if there are none. */
export function UnpaidTrips() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const [chosen, setChosen] = useState<BookingRow | null>(null);
  const { data, error, refetch } = useInfiniteQuery(bookingsQuery({ status: "PENDING" }));
  const trips = data?.pages[0]?.results ?? [];
  if (error && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (trips.length === 0) return null;
  return (
    <section className={classes.upcoming} aria-labelledby="unpaid">
      <h2 id="unpaid">{t("driver.unpaid")}</h2>
      <p className={classes.lead}>{t("driver.unpaid_lead")}</p>
      <ul>
        {trips.map((trip) => (
          <li key={trip.id} className={classes.trip}>
            <p className={classes.head}>
              <Link to={`/bookings/${trip.id}`}>
                <time dateTime={trip.trip_date}>{dateTime(trip.trip_date)}</time>
              </Link>
              <strong>
                <Money amount={trip.driver_share ?? trip.charged_amount} />
              </strong>
            </p>
            <p className={classes.foot}>
              <bdi>{trip.customer_name}</bdi>
              <bdi dir="ltr">{trip.reference}</bdi>
            </p>
            {trip.actions.includes("collect-cash") ? (
              <Button
                fullWidth
                mt="xs"
                variant="default"
                aria-haspopup="dialog"
                onClick={() => setChosen(trip)}
              >
                {t("driver.cash_collected")}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {chosen ? <CollectSheet row={chosen} onClose={() => setChosen(null)} /> : null}
    </section>
  );
}

/** The fare may have changed since the list was loaded, so the amount is refetched. */
function CollectSheet({ row, onClose }: { row: BookingRow; onClose: () => void }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const client = useQueryClient();
  const [key] = useState(newIdempotencyKey);
  const booking = useQuery({ ...bookingQuery(row.id), staleTime: 0 });
  const due = booking.data?.to_collect;
  const collect = useMutation({
    mutationFn: (amount: string) => actOnBooking(row.id, "collect-cash", { amount }, key),
    onSuccess: (changed) => {
      client.setQueryData(bookingKey(row.id), changed);
      void client.invalidateQueries({ queryKey: [...meKey, "wallet"] });
      onClose();
    },
    // The amount may have changed, so refetch it.
    onError: () => client.invalidateQueries({ queryKey: bookingKey(row.id) }),
    onSettled: () => client.invalidateQueries({ queryKey: [...bookingsKey, "list"] }),
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("driver.cash_collected")}
      confirmLabel={t("driver.cash_collected")}
      onConfirm={() => due !== undefined && collect.mutate(due)}
      working={collect.isPending}
      error={collect.error}
      blockedReason={due === undefined ? t("app.loading") : undefined}
    >
      {booking.error ? (
        <ErrorState compact error={booking.error} onRetry={() => void booking.refetch()} />
      ) : due === undefined ? (
        <LoadingState compact />
      ) : (
        <p>{t("bookings.record-payment_lead", { amount: money(due) })}</p>
      )}
    </ConfirmSheet>
  );
}
