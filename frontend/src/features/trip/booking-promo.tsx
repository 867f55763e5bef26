import { Button, CloseButton, TextInput, UnstyledButton } from "@mantine/core";
import { IconTicket } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { bookingKey } from "@/api/bookings";
import { applyPromo, removePromo } from "@/api/delivery";
import type { Booking } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import classes from "./booking-promo.module.css";

interface BookingPromoProps {
  booking: Booking;
  disabled: boolean;
}

/** Applies a promo code to an unpaid booking, shows the discount, and removes it. */
export function BookingPromo({ booking, disabled }: BookingPromoProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const client = useQueryClient();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState("");
  const change = useMutation({
    mutationFn: (name: string | null) =>
      name === null ? removePromo(booking.id) : applyPromo(booking.id, name),
    onSuccess: (changed) => {
      client.setQueryData(bookingKey(booking.id), changed);
      setOpened(false);
      setTyped("");
    },
    onError: () => client.invalidateQueries({ queryKey: bookingKey(booking.id) }),
  });
  const off = disabled || change.isPending;

  if (booking.promo) {
    return (
      <div className={classes.applied} role="status">
        <IconTicket size={20} aria-hidden="true" />
        <span>
          <bdi>{booking.promo.promo_name}</bdi>{" "}
          {booking.promo_applied
            ? t("booking.promo_saves", { amount: money(booking.discount) })
            : t("errors.promo_min_order")}
          {change.error ? <span role="alert"> {errorText(change.error, t)}</span> : null}
        </span>
        <CloseButton
          aria-label={t("booking.promo_remove")}
          disabled={off}
          onClick={() => change.mutate(null)}
        />
      </div>
    );
  }
  if (!opened) {
    return (
      <UnstyledButton className={classes.open} disabled={off} onClick={() => setOpened(true)}>
        <IconTicket size={20} aria-hidden="true" />
        {t("booking.promo_add")}
      </UnstyledButton>
    );
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim()) change.mutate(typed.trim());
      }}
    >
      <TextInput
        autoFocus
        label={t("booking.promo_code")}
        value={typed}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        disabled={disabled}
        error={change.error ? errorText(change.error, t) : false}
        errorProps={{ role: "alert" }}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          if (change.isError) change.reset();
        }}
      />
      <Button type="submit" variant="default" loading={change.isPending} disabled={disabled}>
        {t("booking.promo_apply")}
      </Button>
    </form>
  );
}
