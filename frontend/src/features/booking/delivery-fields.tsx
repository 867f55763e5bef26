import { Textarea, TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { PhoneInput } from "@/ui/phone-input";
import type { DetailField } from "./checks";
import classes from "./delivery-fields.module.css";
import type { DeliveryDetails } from "./draft";

interface DeliveryFieldsProps {
  value: DeliveryDetails;
  onChange: (details: DeliveryDetails) => void;
  /** Whether the recipient's name is required, as it is for admins. */
  named: boolean;
  /** The error message of each field. */
  errors: Partial<Record<DetailField, string>>;
  disabled: boolean;
}

/** The recipient, their phone, and instructions for pickup and drop-off. */
export function DeliveryFields({ value, onChange, named, errors, disabled }: DeliveryFieldsProps) {
  const { t } = useTranslation();
  const person = useRef<HTMLInputElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const wrong = errors.person ? "person" : errors.phone ? "phone" : null;

  useEffect(() => {
    if (wrong === "person") person.current?.focus();
    if (wrong === "phone") phone.current?.focus();
  }, [wrong]);

  const part = (field: DetailField) => ({
    value: value[field],
    disabled,
    error: errors[field] ?? false,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...value, [field]: event.currentTarget.value }),
  });

  return (
    <fieldset className={classes.fields}>
      <legend className={classes.legend}>{t("booking.receiver")}</legend>
      <div className={classes.pair}>
        <TextInput
          ref={person}
          label={t("booking.receiver_name")}
          autoComplete="off"
          maxLength={120}
          dir="auto"
          required={named}
          {...part("person")}
        />
        <PhoneInput
          inputRef={phone}
          label={t("booking.receiver_phone")}
          required
          {...part("phone")}
          onChange={(typed) => onChange({ ...value, phone: typed })}
        />
      </div>
      <Textarea
        label={t("booking.pickup_instructions")}
        placeholder={t("booking.pickup_instructions_hint")}
        autosize
        minRows={1}
        maxLength={500}
        dir="auto"
        {...part("pickupInstructions")}
      />
      <Textarea
        label={t("booking.delivery_instructions")}
        placeholder={t("booking.delivery_instructions_hint")}
        autosize
        minRows={1}
        maxLength={500}
        dir="auto"
        {...part("deliveryInstructions")}
      />
    </fieldset>
  );
}
