import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { outcomeUnknown } from "@/api/error";
import { readMobile } from "@/api/mobile-number";
import { addPerson, peopleKey } from "@/api/people";
import { newIdempotencyKey } from "@/api/request";
import type { Rider } from "@/api/types";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { PhoneInput, useHomeCountry } from "@/ui/phone-input";
import classes from "./rider-field.module.css";

interface NewRiderSheetProps {
  /** The search without a match: a phone number or a name. */
  typed: string;
  onClose: () => void;
  onAdded: (rider: Rider) => void;
}

const PHONE = /^\+?[\d\s().-]{5,}$/;

function valuesOf(typed: string) {
  if (PHONE.test(typed)) return { first_name: "", last_name: "", mobile: typed };
  const [first = "", ...rest] = typed.split(/\s+/);
  return { first_name: first, last_name: rest.join(" "), mobile: "" };
}

/** Adds a rider who calls for the first time: name and phone are enough. */
export function NewRiderSheet({ typed, onClose, onAdded }: NewRiderSheetProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const home = useHomeCountry();
  const key = useRef(newIdempotencyKey());
  const form = useForm({
    values: valuesOf(typed),
    send: async (entry) => {
      // An invalid number is sent as typed, so that the server reports it with the other errors.
      const mobile = (await readMobile(entry.mobile, home)) ?? entry.mobile;
      return addPerson("riders", { ...entry, mobile, approved: true }, key.current);
    },
    notice: (rider) => t("people.added", { name: rider.name }),
    onDone: (rider) => {
      void client.invalidateQueries({ queryKey: peopleKey });
      void client.invalidateQueries({ queryKey: ["riders"] });
      onAdded(rider);
    },
    // A rejected request gets a new key. A request with an unknown outcome reuses it.
    onRefused: (error) => {
      if (!outcomeUnknown(error)) key.current = newIdempotencyKey();
    },
  });
  const { field } = form;
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("booking.new_rider")}
      confirmLabel={t("people.add_rider")}
      onConfirm={form.submit}
      working={form.isPending}
      error={form.failure}
    >
      <Form form={form} className={classes.sheet}>
        <TextInput
          {...field("first_name")}
          label={t("people.col_first_name")}
          required
          autoComplete="off"
          data-autofocus
        />
        <TextInput
          {...field("last_name")}
          label={t("people.col_last_name")}
          required
          autoComplete="off"
        />
        <PhoneInput {...field("mobile")} label={t("people.col_mobile")} required />
        {/* Enter in a field sends the form. */}
        <button type="submit" hidden />
      </Form>
    </ConfirmSheet>
  );
}
