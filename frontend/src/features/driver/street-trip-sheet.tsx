import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { useTranslation } from "react-i18next";
import { bookingKey } from "@/api/bookings";
import { ApiError, outcomeUnknown } from "@/api/error";
import { meKey, tasksKey } from "@/api/me";
import { readMobile } from "@/api/mobile-number";
import { newIdempotencyKey } from "@/api/request";
import { type StreetTripForm, startStreetTrip } from "@/api/street-trips";
import { showTermsIfDue } from "@/api/terms-due";
import type { TripPoint } from "@/api/types";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { PhoneInput, useHomeCountry } from "@/ui/phone-input";
import { PlaceField } from "@/ui/places/place-field";
import { usePoints } from "@/ui/places/use-points";
import { MeterHint } from "./meter-hint";
import classes from "./street-trip.module.css";

interface StreetTripSheetProps {
  /** The position of the car, near which places rank first. */
  here: TripPoint | null;
  onClose: () => void;
}

const EMPTY: StreetTripForm = { drop: null, passenger_name: "", passenger_phone: "" };
const RETRY_MS = 2_000;

const pause = () => new Promise((resolve) => setTimeout(resolve, RETRY_MS));

/** Starts the trip; without a network it is sent again under the same key, which starts it once. */
async function startWhenOnline(form: StreetTripForm, key: string, stopped: () => boolean) {
  for (;;) {
    try {
      return await startStreetTrip(form, key);
    } catch (error) {
      if (!(error instanceof ApiError && error.isOffline) || stopped()) throw error;
      await pause();
    }
  }
}

/** The optional details of a street trip, what it costs, and the button that starts it. */
export function StreetTripSheet({ here, onClose }: StreetTripSheetProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const home = useHomeCountry();
  const key = useRef(newIdempotencyKey());
  const closed = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const close = () => {
    closed.current = true;
    onClose();
  };
  const form = useForm({
    values: EMPTY,
    send: async (entry) => {
      const typed = entry.passenger_phone;
      const phone = typed ? ((await readMobile(typed, home)) ?? typed) : "";
      return startWhenOnline(
        { ...entry, passenger_phone: phone },
        key.current,
        () => closed.current,
      );
    },
    onDone: (booking) => {
      client.setQueryData(bookingKey(booking.id), booking);
      close();
      return Promise.all([
        client.invalidateQueries({ queryKey: tasksKey }),
        client.invalidateQueries({ queryKey: meKey, exact: true }),
      ]);
    },
    // A rejected request gets a new key. A request with an unknown outcome reuses it.
    onRefused: (error) => {
      if (!outcomeUnknown(error)) key.current = newIdempotencyKey();
      showTermsIfDue(error, client);
    },
  });
  const { field, setValues } = form;
  const setPoint = useCallback(
    (_kind: string, point: TripPoint) => setValues({ drop: point }),
    [setValues],
  );
  const points = usePoints(setPoint);
  return (
    <ConfirmSheet
      opened
      onClose={close}
      title={t("driver.street_title")}
      confirmLabel={t("driver.street_start")}
      onConfirm={form.submit}
      working={form.isPending}
      error={form.failure}
    >
      <Form form={form} className={classes.form}>
        <p>{t("driver.street_lead")}</p>
        <MeterHint />
        <div className={classes.drop}>
          <PlaceField
            kind="drop"
            words={{
              label: t("driver.street_drop"),
              hint: t("driver.street_drop_hint"),
              clear: t("driver.street_drop_clear"),
            }}
            point={form.values.drop}
            near={here}
            points={points}
            selected={false}
            onSelect={() => undefined}
            onChosen={() => undefined}
            onClear={() => setValues({ drop: null })}
            missing={false}
            inputRef={input}
          />
        </div>
        <TextInput
          {...field("passenger_name")}
          label={t("driver.street_name")}
          maxLength={120}
          autoComplete="off"
        />
        <PhoneInput {...field("passenger_phone")} label={t("driver.street_phone")} />
        <p>{t("driver.street_phone_hint")}</p>
        {/* Enter in a field sends the form. */}
        <button type="submit" hidden />
      </Form>
    </ConfirmSheet>
  );
}
