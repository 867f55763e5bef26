import { Button, CloseButton, TextInput, UnstyledButton } from "@mantine/core";
import { IconTicket } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { promoCheckQuery } from "@/api/promos";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
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
  const [typed, setTyped] = useState("");
  const check = useQuery(promoCheckQuery(promo, quoteId, customerId));

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
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        const name = typed.trim();
        if (name !== "" && name === promo) void check.refetch();
        else setPromo(name || null);
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
        error={check.error ? errorText(check.error, t) : false}
        errorProps={{ role: "alert" }}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          if (promo !== null) setPromo(null);
        }}
      />
      <Button type="submit" variant="default" loading={check.isFetching} disabled={disabled}>
        {t("booking.promo_apply")}
      </Button>
    </form>
  );
}
