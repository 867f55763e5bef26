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
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
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
  const update = (changed: Booking) => {
    client.setQueryData(bookingKey(booking.id), changed);
    setOpened(false);
    form.reset();
  };
  const refresh = () => void client.invalidateQueries({ queryKey: bookingKey(booking.id) });
  const form = useForm({
    values: { name: "" },
    send: ({ name }) => applyPromo(booking.id, name.trim()),
    marks: () => ["name"],
    onDone: update,
    onRefused: refresh,
  });
  const remove = useMutation({
    mutationFn: () => removePromo(booking.id),
    onSuccess: update,
    onError: refresh,
  });
  const off = disabled || remove.isPending;

  if (booking.promo) {
    return (
      <div className={classes.applied} role="status">
        <IconTicket size={20} aria-hidden="true" />
        <span>
          <bdi>{booking.promo.promo_name}</bdi>{" "}
          {booking.promo_applied
            ? t("booking.promo_saves", { amount: money(booking.discount) })
            : t("errors.promo_min_order")}
          {remove.error ? <span role="alert"> {errorText(remove.error, t)}</span> : null}
        </span>
        <CloseButton
          aria-label={t("booking.promo_remove")}
          disabled={off}
          onClick={() => remove.mutate()}
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
    <Form
      form={form}
      className={classes.form}
      onSubmit={() => form.values.name.trim() && form.submit()}
    >
      <TextInput
        autoFocus
        label={t("booking.promo_code")}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        disabled={disabled}
        {...form.field("name")}
        error={form.failure ? errorText(form.failure, t) : form.errorOf("name")}
        errorProps={{ role: "alert" }}
      />
      <Button type="submit" variant="default" loading={form.isPending} disabled={disabled}>
        {t("booking.promo_apply")}
      </Button>
    </Form>
  );
}
