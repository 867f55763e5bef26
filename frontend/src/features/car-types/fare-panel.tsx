import { NativeSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { farePreviewQuery } from "@/api/admin-catalogue";
import { publicSettingsQuery } from "@/api/catalogue";
import { errorText } from "@/i18n/error-text";
import { AmountInput } from "@/ui/amount-input";
import { FareBreakdown } from "@/ui/fare-breakdown";
import { TwoColumns } from "@/ui/two-columns";
import classes from "./car-types.module.css";
import { type CarTypeDraft, type ExtraDraft, FIGURES, formOf } from "./draft";

const TYPING_MS = 250;
const isNumber = (typed: string) => /^(\d+(\.\d+)?)?$/.test(typed.trim());

/** The price of a sample trip with the form's values, calculated by the server. */
export function FarePanel({ draft, parcels }: { draft: CarTypeDraft; parcels: boolean }) {
  const { t } = useTranslation();
  const miles = useQuery(publicSettingsQuery()).data?.convert_to_mile ?? false;
  const [distance, setDistance] = useState("5");
  const [minutes, setMinutes] = useState("15");
  const [parcel, setParcel] = useState("");
  const [option, setOption] = useState("");
  const amountIn = (rows: readonly ExtraDraft[], key: string) =>
    rows.find((row) => row.key === key)?.amount.trim() || "0";
  const form = formOf(draft);
  const [debounced] = useDebouncedValue(
    JSON.stringify({
      ...Object.fromEntries(FIGURES.map((name) => [name, form[name]])),
      convenience_fee_type: form.convenience_fee_type,
      distance: distance.trim() || "0",
      minutes: minutes.trim() || "0",
      parcel_amount: amountIn(draft.parcel_types, parcel),
      option_amount: amountIn(draft.options, option),
    }),
    TYPING_MS,
  );
  const isValid = [...FIGURES.map((name) => draft[name]), distance, minutes].every(isNumber);
  const { data, error } = useQuery({
    ...farePreviewQuery(JSON.parse(debounced)),
    enabled: isValid,
  });
  const choices = (rows: readonly ExtraDraft[]) => [
    { value: "", label: t("cartypes.none_chosen") },
    ...rows.map(({ key, description }) => ({ value: key, label: description })),
  ];

  return (
    <section className={classes.preview} aria-label={t("cartypes.preview")}>
      <h2 className={classes.heading}>{t("cartypes.preview")}</h2>
      <TwoColumns>
        <AmountInput
          size="xs"
          label={t(miles ? "cartypes.distance_mi" : "cartypes.distance_km")}
          value={distance}
          onChange={(event) => setDistance(event.currentTarget.value)}
        />
        <AmountInput
          size="xs"
          label={t("cartypes.minutes")}
          value={minutes}
          onChange={(event) => setMinutes(event.currentTarget.value)}
        />
        {parcels && draft.parcel_types.length > 0 ? (
          <NativeSelect
            size="xs"
            label={t("cartypes.parcel")}
            data={choices(draft.parcel_types)}
            value={parcel}
            onChange={(event) => setParcel(event.currentTarget.value)}
          />
        ) : null}
        {parcels && draft.options.length > 0 ? (
          <NativeSelect
            size="xs"
            label={t("cartypes.option")}
            data={choices(draft.options)}
            value={option}
            onChange={(event) => setOption(event.currentTarget.value)}
          />
        ) : null}
      </TwoColumns>
      {!isValid || error ? (
        <p className={classes.soft} role="status">
          {isValid ? errorText(error, t) : t("cartypes.not_yet")}
        </p>
      ) : data ? (
        <FareBreakdown lines={data.breakdown} total={data.trip_cost} />
      ) : null}
    </section>
  );
}
