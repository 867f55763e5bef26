import { Button, CloseButton, TextInput, UnstyledButton } from "@mantine/core";
import { IconTicket } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { promoCheckQuery } from "@/api/promos";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { changeDraft } from "./draft-store";
import classes from "./promo-field.module.css";

interface PromoFieldProps {
  promo: string | null;
  quoteId: string;
  /** The rider for whom an admin books. */
  customerId?: number | undefined;
  disabled: boolean;
}

const setPromo = (promo: string | null) => changeDraft((before) => ({ ...before, promo }));

/** An optional promo code, checked by the server against the current price. */
export function PromoField({ promo, quoteId, customerId, disabled }: PromoFieldProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const [opened, setOpened] = useState(false);
  const check = useQuery(promoCheckQuery(promo, quoteId, customerId));
  const submitted = useRef(false);
  const form = useForm({
    values: { name: "" },
    send: ({ name: typed }) => {
      const name = typed.trim();
      submitted.current = true;
      if (name !== "" && name === promo) void check.refetch();
      else setPromo(name || null);
    },
    marks: () => ["name"],
  });
  const { refuse } = form;
  useEffect(() => {
    // A check for a new price takes no focus.
    if (!check.error || check.isFetching || !submitted.current) return;
    submitted.current = false;
    refuse(check.error);
  }, [check.error, check.isFetching, refuse]);

  if (check.data) {
    return (
      <p className={classes.applied} role="status">
        <IconTicket size={20} aria-hidden="true" />
        <span>
          <bdi>{check.data.promo_name}</bdi>{" "}
          {t("booking.promo_saves", { amount: money(check.data.discount) })}
        </span>
        <CloseButton
          aria-label={t("booking.promo_remove")}
          disabled={disabled}
          onClick={() => setPromo(null)}
        />
      </p>
    );
  }
  if (!opened && promo === null) {
    return (
      <UnstyledButton className={classes.open} disabled={disabled} onClick={() => setOpened(true)}>
        <IconTicket size={20} aria-hidden="true" />
        {t("booking.promo_add")}
      </UnstyledButton>
    );
  }
  return (
    <Form form={form} className={classes.form}>
      <TextInput
        autoFocus
        label={t("booking.promo_code")}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        disabled={disabled}
        {...form.field("name")}
        error={check.error ? errorText(check.error, t) : false}
        errorProps={{ role: "alert" }}
        onChange={(event) => {
          form.setFieldValue("name", event.currentTarget.value);
          if (promo !== null) setPromo(null);
        }}
      />
      <Button type="submit" variant="default" loading={check.isFetching} disabled={disabled}>
        {t("booking.promo_apply")}
      </Button>
    </Form>
  );
}
