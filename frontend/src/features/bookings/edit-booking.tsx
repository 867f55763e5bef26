import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Fragment, useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  actOnBooking,
  bookingKey,
  bookingsKey,
  editPreviewKey,
  editPreviewQuery,
} from "@/api/bookings";
import { publicSettingsQuery } from "@/api/catalogue";
import { outcomeUnknown } from "@/api/error";
import { newIdempotencyKey } from "@/api/request";
import type { Booking, TripPoint } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { fieldErrors } from "@/ui/form/refusal";
import { useForm } from "@/ui/form/use-form";
import { Message } from "@/ui/message";
import { PartySteppers } from "@/ui/party/party-steppers";
import { HireField } from "@/ui/places/hire-field";
import { PlaceField } from "@/ui/places/place-field";
import { chosen, type PointKind } from "@/ui/places/point";
import { RoundTripField } from "@/ui/places/round-trip-field";
import { AddStop, type ChangeStops, StopFields } from "@/ui/places/stop-fields";
import { usePoints } from "@/ui/places/use-points";
import { SideForm } from "@/ui/side-panel";
import { LoadingState } from "@/ui/states";
import classes from "./edit-booking.module.css";
import { EditCar } from "./edit-car";
import { changesOf, draftOf, type EditDraft } from "./edit-draft";
import { EditPrice } from "./edit-price";
import { EditTime } from "./edit-time";

const KINDS: readonly PointKind[] = ["pickup", "drop"];
/** Of a booking by the hour. */
const PICKUP_ONLY: readonly PointKind[] = ["pickup"];
/** The form's names of the fields of the API. */
const NAMES: Record<string, keyof EditDraft> = {
  car_type_id: "carTypeId",
  parcel_type_id: "parcelTypeId",
  option_id: "optionId",
  trip_date: "tripDate",
  return_wait_minutes: "returnWait",
  hire_minutes: "hireMinutes",
};
const pathOf = (name: string) => NAMES[name] ?? name.split(".")[0] ?? name;

interface EditBookingProps {
  booking: Booking;
  onClose: () => void;
}

/** Staff change places, party, car type and time before the trip starts. The new price is shown before saving. */
export function EditBooking({ booking, onClose }: EditBookingProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const client = useQueryClient();
  const zone = useQuery(publicSettingsQuery()).data?.time_zone;
  /** The booking that the fields were filled from. It may have changed since. */
  const [seen, setSeen] = useState(booking);
  const before = useMemo(() => draftOf(seen, zone), [seen, zone]);
  const [key, setKey] = useState(newIdempotencyKey);
  /** Save was pressed: errors are shown until they are fixed. */
  const [tried, setTried] = useState(false);
  const form = useForm({
    values: before,
    follow: true,
    pathOf,
    send: () => {
      if (!ready) throw new Error("The price is not ready.");
      return actOnBooking(
        seen.id,
        "edit",
        {
          revision: seen.revision ?? "",
          version: seen.version,
          quote_id: ready.quote_id,
          charged: ready.charged,
          left_to_pay: ready.left_to_pay,
          ...(changes && "trip_date" in changes ? { trip_date: changes.trip_date ?? null } : {}),
        },
        key,
      );
    },
    notice: t("bookings.edit_done"),
    onDone: (result) => {
      client.setQueryData(bookingKey(seen.id), result);
      onClose();
      return client.invalidateQueries({ queryKey: bookingsKey });
    },
    onRefused: (error) => {
      if (!outcomeUnknown(error)) setKey(newIdempotencyKey());
      // The price may have changed.
      void client.invalidateQueries({ queryKey: editPreviewKey });
      void client.invalidateQueries({ queryKey: bookingsKey });
    },
  });
  const draft = form.values;
  const changes = changesOf(draft, before);
  const changed = changes === null || Object.keys(changes).length > 0;

  const preview = useQuery({
    ...editPreviewQuery(seen.id, changes ?? {}),
    enabled: changes !== null && changed && booking.actions.includes("edit"),
  });
  const ready = changed && changes && !preview.error ? preview.data : undefined;

  const { setValues } = form;
  const change = useCallback(
    (more: Partial<EditDraft>) => {
      setValues(more);
      setKey(newIdempotencyKey());
      setTried(false);
    },
    [setValues],
  );
  const setPoint = useCallback(
    (kind: PointKind, point: TripPoint) => change({ [kind]: point }),
    [change],
  );
  const points = usePoints(setPoint);
  const current = useRef(draft.stops);
  current.current = draft.stops;
  const changeStops = useCallback<ChangeStops>(
    (edit) => change({ stops: edit(current.current) }),
    [change],
  );
  const inputs = { pickup: useRef<HTMLInputElement>(null), drop: useRef<HTMLInputElement>(null) };

  const previewErrors = changed && changes ? fieldErrors(preview.error, draft, { pathOf }) : {};
  const errorOf = (name: string): string | undefined => {
    const message = form.errorOf(pathOf(name)) || previewErrors[pathOf(name)];
    return typeof message === "string" ? message : undefined;
  };
  /** A field's own error is not repeated below. */
  const atFields = Object.keys(previewErrors).length > 0;
  const over = !form.isPending && !booking.actions.includes("edit");
  const stale = !form.isPending && booking.revision !== seen.revision;
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
    if (ready && !blocked()) form.submit();
  };

  return (
    <SideForm
      title={t("bookings.edit")}
      onClose={onClose}
      form={form}
      onSubmit={submit}
      saveLabel={
        ready
          ? t("bookings.edit_save_for", { amount: money(ready.payable_amount) })
          : t("bookings.edit_save")
      }
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
                const current = draftOf(booking, zone);
                setSeen(booking);
                change(current);
                form.resetDirty(current);
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
        {(draft.hireMinutes === null ? KINDS : PICKUP_ONLY).map((kind) => (
          <Fragment key={kind}>
            {kind === "drop" ? (
              <StopFields
                stops={draft.stops}
                onChange={changeStops}
                near={chosen(before.pickup)}
                missing={tried}
                refused={errorOf("stops")}
              />
            ) : null}
            <PlaceField
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
          </Fragment>
        ))}
      </div>
      {booking.app_category === "taxi" ? (
        <>
          {draft.hireMinutes === null ? (
            <>
              <AddStop
                count={draft.stops.length + (draft.returnWait === null ? 0 : 1)}
                onChange={changeStops}
              />
              <RoundTripField
                wait={draft.returnWait}
                onChange={(returnWait) => change({ returnWait })}
                error={errorOf("return_wait_minutes")}
              />
            </>
          ) : (
            <HireField
              fixed
              minutes={draft.hireMinutes}
              onChange={(hireMinutes) => change({ hireMinutes })}
              error={errorOf("hire_minutes")}
            />
          )}
          <PartySteppers party={draft} onChange={change} errorOf={errorOf} />
        </>
      ) : null}
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
