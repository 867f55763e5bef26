import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  actOnBooking,
  bookingKey,
  bookingsKey,
  stopsPreviewKey,
  stopsPreviewQuery,
} from "@/api/bookings";
import { outcomeUnknown } from "@/api/error";
import { meKey } from "@/api/me";
import { newIdempotencyKey } from "@/api/request";
import type { Booking } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import classes from "./change-stops.module.css";
import { ConfirmSheet } from "./confirm-sheet";
import { fieldErrors } from "./form/refusal";
import { useUnsaved } from "./guarded";
import { Message } from "./message";
import { AddStop, StopFields } from "./places/stop-fields";
import { draftStops, placesOf, type Stops, samePlaces, withNewStop } from "./places/stops";
import { LoadingState } from "./states";
import { StopsPrice } from "./stops-price";
import { toast } from "./toast";

type Stop = Booking["stops"][number];

const isReached = (stop: Stop) => stop.reached_at !== null;

/** The stops that can change; a trip without any gets an empty one to fill in. */
function startOf(booking: Booking): Stops {
  const ahead = draftStops(booking.stops.filter((stop) => !isReached(stop)));
  return booking.stops.length === 0 ? withNewStop(ahead) : ahead;
}

interface ChangeStopsProps {
  booking: Booking;
  by: "rider" | "staff";
  onClose: () => void;
}

/** Changes the stops that the car has not reached. The new price is shown before it is confirmed. */
export function ChangeStops({ booking, by, onClose }: ChangeStopsProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const client = useQueryClient();
  /** The booking that the fields were filled from. It may have changed since. */
  const [seen, setSeen] = useState(booking);
  const [stops, setStops] = useState(() => startOf(booking));
  const [tried, setTried] = useState(false);
  const [key, setKey] = useState(newIdempotencyKey);
  const fixed = seen.stops.filter(isReached);
  const places = placesOf(stops);
  const all = places && [...draftStops(fixed).flatMap(({ point }) => point ?? []), ...places];
  const changed = all === null || !samePlaces(all, seen.stops);
  const over = !booking.actions.includes("change-stops");
  const marks = (of: Booking) => JSON.stringify(of.stops.map((stop) => [stop.id, isReached(stop)]));
  const stale = !over && marks(booking) !== marks(seen);

  const preview = useQuery({
    ...stopsPreviewQuery(seen.id, all ?? []),
    enabled: all !== null && changed && !over && !stale,
  });
  const ready = all && changed && !preview.error ? preview.data : undefined;
  const apply = useMutation({
    mutationFn: (quote_id: string) => actOnBooking(seen.id, "change-stops", { quote_id }, key),
    onSuccess: (result) => {
      client.setQueryData(bookingKey(seen.id), result);
      void client.invalidateQueries({ queryKey: [...bookingsKey, "list"] });
      void client.invalidateQueries({ queryKey: [...meKey, "wallet"] });
      toast.success(t("trip.stops_changed"));
      onClose();
    },
    onError: (error) => {
      if (!outcomeUnknown(error)) setKey(newIdempotencyKey());
      // The trip or its price may have changed.
      void client.invalidateQueries({ queryKey: stopsPreviewKey });
      void client.invalidateQueries({ queryKey: bookingKey(seen.id) });
    },
  });

  const { reset } = apply;
  const change = useCallback(
    (edit: (before: Stops) => Stops) => {
      setStops(edit);
      setKey(newIdempotencyKey());
      setTried(false);
      reset();
    },
    [reset],
  );
  const blocked = () => {
    if (over) return t("trip.stops_over");
    if (stale) return t("bookings.edit_stale_first");
    if (!all) return t("trip.stops_missing");
    if (!changed) return t("bookings.edit_nothing");
    if (preview.error) return t("bookings.edit_no_price");
    return ready ? undefined : t("bookings.edit_wait");
  };
  const refused = fieldErrors(preview.error, { stops }, {}).stops;
  const atField = typeof refused === "string" && stops.length > 0 ? refused : undefined;

  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("trip.stops_change")}
      confirmLabel={
        ready
          ? t("booking.confirm", { price: money(ready.payable_amount) })
          : t("trip.stops_change")
      }
      onConfirm={() => {
        setTried(true);
        if (ready) apply.mutate(ready.quote_id);
      }}
      working={apply.isPending}
      error={apply.error}
      blockedReason={apply.isPending ? undefined : blocked()}
    >
      <Unsaved changed={changed && (all !== null || stops.some(({ point }) => point))} />
      {over ? (
        <Message tone="danger" urgent>
          {t("trip.stops_over")}
        </Message>
      ) : stale && !apply.isPending ? (
        <Message
          tone="danger"
          urgent
          action={
            <Button
              variant="default"
              onClick={() => {
                setSeen(booking);
                change(() => startOf(booking));
              }}
            >
              {t("bookings.edit_reload")}
            </Button>
          }
        >
          {t("bookings.edit_stale")}
        </Message>
      ) : null}
      {fixed.length > 0 ? (
        <ol className={classes.fixed}>
          {fixed.map((stop, index) => (
            <ReachedStop key={stop.id} stop={stop} number={index + 1} />
          ))}
        </ol>
      ) : null}
      {stops.length > 0 ? (
        <div className={classes.places}>
          <StopFields
            stops={stops}
            onChange={change}
            near={seen.pickup}
            before={fixed.length}
            missing={tried}
            refused={atField}
          />
        </div>
      ) : fixed.length === 0 ? (
        <p className={classes.none}>{t("trip.stops_none")}</p>
      ) : null}
      <AddStop count={fixed.length + stops.length} onChange={change} />
      {all && changed && !over && !stale && preview.isPending ? (
        <LoadingState compact label={t("booking.prices_loading")} />
      ) : null}
      {all && changed && preview.error && atField === undefined ? (
        <Message
          tone="danger"
          urgent
          action={
            <Button
              variant="default"
              loading={preview.isFetching}
              onClick={() => void preview.refetch()}
            >
              {t("app.retry")}
            </Button>
          }
        >
          {errorText(preview.error, t)}
        </Message>
      ) : null}
      {ready ? <StopsPrice preview={ready} by={by} fixed={seen.fare_is_fixed} /> : null}
    </ConfirmSheet>
  );
}

/** Reports unsaved changes to the sheet around it: stops are added, moved and removed without a field. */
function Unsaved({ changed }: { changed: boolean }) {
  useUnsaved(changed);
  return null;
}

function ReachedStop({ stop, number }: { stop: Stop; number: number }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  return (
    <li>
      <span>{t("trip.stop", { number })}</span>
      <div>
        <bdi>{stop.add}</bdi>
      </div>
      <span>{t("trip.stop_reached", { time: time(new Date(stop.reached_at ?? 0)) })}</span>
    </li>
  );
}
