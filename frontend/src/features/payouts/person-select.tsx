import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { walletOwnersQuery } from "@/api/payouts";
import type { WalletOwner } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { Avatar } from "@/ui/avatar";
import { Money } from "@/ui/money";
import classes from "./payouts.module.css";

const TYPING_PAUSE_MS = 200;

interface PersonSelectProps {
  person: WalletOwner | null;
  error: string | boolean;
  onChange: (person: WalletOwner | null) => void;
}

/** Selects a rider or driver, searched by name, email or mobile. */
export function PersonSelect({ person, error, onChange }: PersonSelectProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const name = (one: WalletOwner) => one.name || `#${one.id}`;
  const chosenName = person ? name(person) : "";
  const [debounced] = useDebouncedValue(typed === chosenName ? "" : typed.trim(), TYPING_PAUSE_MS);
  const search = useQuery(walletOwnersQuery(debounced));
  const found = search.data ?? [];
  const people = person && !found.some(({ id }) => id === person.id) ? [person, ...found] : found;
  const byId = new Map(people.map((one) => [String(one.id), one]));
  return (
    <Select
      label={t("payouts.person")}
      placeholder={t("payouts.person_hint")}
      size="md"
      data={people.map((one) => ({ value: String(one.id), label: name(one) }))}
      value={person ? String(person.id) : null}
      onChange={(id) => onChange((id && byId.get(id)) || null)}
      onSearchChange={setTyped}
      // The server has already filtered, by more than the name.
      filter={({ options }) => options}
      searchable
      clearable
      nothingFoundMessage={search.isFetching ? t("app.loading") : t("history.no_results")}
      error={search.error ? errorText(search.error, t) : error}
      renderOption={({ option }) => {
        const one = byId.get(option.value);
        if (!one) return option.label;
        return (
          <span className={classes.person}>
            <Avatar name={one.name} image={one.profile_image} size={34} />
            <span className={classes.texts}>
              <bdi>{option.label}</bdi>
              <bdi className={classes.soft}>
                {[t(`payouts.role_${one.user_type}`), one.mobile, one.email]
                  .filter(Boolean)
                  .join(" · ")}
              </bdi>
            </span>
            <span>
              <Money amount={one.wallet_balance} />
            </span>
          </span>
        );
      }}
    />
  );
}
