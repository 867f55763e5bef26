import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  actOnBooking,
  bookingKey,
  bookingsKey,
  editPreviewKey,
  editPreviewQuery,
} from "@/api/bookings";
import { publicSettingsQuery } from "@/api/catalogue";
import { ApiError, outcomeUnknown } from "@/api/error";
import { newIdempotencyKey } from "@/api/request";
import type { Booking, EditPreview, TripPoint } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { Message } from "@/ui/message";
import { PlaceField } from "@/ui/places/place-field";
import { chosen, type PointKind } from "@/ui/places/point";
import { usePoints } from "@/ui/places/use-points";
import { fieldError, SideForm } from "@/ui/side-panel";
import { LoadingState } from "@/ui/states";
import { toast } from "@/ui/toast";
import classes from "./edit-booking.module.css";
import { EditCar } from "./edit-car";
import { changesOf, draftOf, type EditDraft } from "./edit-draft";
import { EditPrice } from "./edit-price";
import { EditTime } from "./edit-time";

const KINDS: readonly PointKind[] = ["pickup", "drop"];

interface EditBookingProps {
  booking: Booking;
  onClose: () => void;
}

/** Staff change places, car type and time before the trip starts. The new price is shown before saving. */
export function EditBooking({ booking, onClose }: EditBookingProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const client = useQueryClient();
  const zone = useQuery(publicSettingsQuery()).data?.time_zone;
  /** The booking that the fields were filled from. It may have changed since. */
  const [seen, setSeen] = useState(booking);
  const before = draftOf(seen, zone);
  const [edited, setEdited] = useState<Partial<EditDraft>>({});
  const [key, setKey] = useState(newIdempotencyKey);
  /** Save was pressed: errors are shown until they are fixed. */
  const [tried, setTried] = useState(false);
  const draft = { ...before, ...edited };
  const changes = changesOf(draft, before);
  const changed = changes === null || Object.keys(changes).length > 0;

  const preview = useQuery({
    ...editPreviewQuery(seen.id, changes ?? {}),
    enabled: changes !== null && changed && booking.actions.includes("edit"),
  });
  const ready = changed && changes && !preview.error ? preview.data : undefined;
  const save = useMutation({
    mutationFn: (shown: EditPreview) =>
      actOnBooking(
        seen.id,
        "edit",
        {
          revision: seen.revision ?? "",
          quote_id: shown.quote_id,
          charged: shown.charged,
          left_to_pay: shown.left_to_pay,
          ...(changes && "trip_date" in changes ? { trip_date: changes.trip_date ?? null } : {}),
        },
        key,
      ),
    onSuccess: (result) => {
      client.setQueryData(bookingKey(seen.id), result);
      toast.success(t("bookings.edit_done"));
      onClose();
    },
    onError: (error) => {
      if (!outcomeUnknown(error)) setKey(newIdempotencyKey());
      // The price may have changed.
      void client.invalidateQueries({ queryKey: editPreviewKey });
    },
    onSettled: () => client.invalidateQueries({ queryKey: bookingsKey }),
  });

  const { reset } = save;
  const change = useCallback(
    (more: Partial<EditDraft>) => {
      setEdited((so) => ({ ...so, ...more }));
      setKey(newIdempotencyKey());
      setTried(false);
      reset();
    },
    [reset],
  );
  const setPoint = useCallback(
    (kind: PointKind, point: TripPoint) => change({ [kind]: point }),
    [change],
  );
  const points = usePoints(setPoint);
  const inputs = { pickup: useRef<HTMLInputElement>(null), drop: useRef<HTMLInputElement>(null) };

  const failure = save.error ?? (changed && changes ? preview.error : null);
  const errorOf = (field: string) => fieldError(failure, field);
  /** A field's own error is not repeated below. */
  const atFields = failure instanceof ApiError && Object.keys(failure.fields).length > 0;
  const over = !save.isPending && !booking.actions.includes("edit");
  const stale = !save.isPending && booking.revision !== seen.revision;
  const blocked = () => {
    if (over) return t("bookings.edit_over");
    if (stale) return t("bookings.edit_stale_first");
    if (!changed) return t("bookings.edit_nothing");
    if (!changes) return t("bookings.edit_missing");
    if (preview.error) return t("bookings.edit_no_price");
    return ready ? "" : t("bookings.edit_wait");
  };
  const hint = tried ? blocked() : "";
  const submit = () => {
    setTried(true);
    if (ready && !blocked() && !save.isPending) save.mutate(ready);
  };

  return (
    <SideForm
      title={t("bookings.edit")}
      onClose={onClose}
      onSubmit={submit}
      changed={changed}
      saveLabel={
        ready
          ? t("bookings.edit_save_for", { amount: money(ready.payable_amount) })
          : t("bookings.edit_save")
      }
      saving={save.isPending}
      error={atFields ? null : save.error}
    >
      {over ? (
        <Message tone="danger" urgent>
          {t("bookings.edit_over")}
        </Message>
      ) : stale ? (
        <Message
          tone="danger"
          urgent
          action={
            <Button
              variant="default"
              onClick={() => {
                setSeen(booking);
                change({});
                setEdited({});
              }}
            >
              {t("bookings.edit_reload")}
            </Button>
          }
        >
          {t("bookings.edit_stale")}
        </Message>
      ) : null}
      <div className={classes.places}>
        {KINDS.map((kind) => (
          <PlaceField
            key={kind}
            kind={kind}
            point={draft[kind]}
            near={chosen(before[kind])}
            points={points}
            selected={false}
            onSelect={() => undefined}
            onChosen={() => undefined}
            onClear={() => change({ [kind]: null })}
            missing={chosen(draft[kind]) === null}
            refused={errorOf(kind)}
            inputRef={inputs[kind]}
          />
        ))}
      </div>
      <EditCar booking={seen} draft={draft} onChange={change} errorOf={errorOf} />
      <EditTime draft={draft} onChange={change} error={errorOf("trip_date")} />
      <div role="status">{hint ? <p>{hint}</p> : null}</div>
      {changed && changes && !over && preview.isPending ? (
        <LoadingState compact label={t("booking.prices_loading")} />
      ) : null}
      {changed && changes && preview.error && !atFields ? (
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
      {ready ? <EditPrice booking={seen} preview={ready} /> : null}
    </SideForm>
  );
}
