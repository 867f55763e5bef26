import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { ParcelChoice } from "@/api/types";
import { Money } from "@/ui/money";
import classes from "./parcel-dialog.module.css";

interface ParcelListProps {
  legend: string;
  choices: ParcelChoice[];
  value: number | null;
  onChange: (id: number) => void;
}

/** A choice with surcharges. Renders nothing if there are no choices. */
export function ParcelList({ legend, choices, value, onChange }: ParcelListProps) {
  const { t } = useTranslation();
  const name = useId();
  if (choices.length === 0) return null;
  return (
    <fieldset className={classes.list}>
      <legend className={classes.legend}>{legend}</legend>
      {choices.map(({ id, description, amount }) => (
        <label key={id} className={classes.choice} data-checked={id === value || undefined}>
          <input
            className="hx-visually-hidden"
            type="radio"
            name={name}
            value={id}
            checked={id === value}
            onChange={() => onChange(id)}
          />
          <span className={classes.name} dir="auto">
            {description}
          </span>
          <span className={classes.amount}>
            {Number(amount) > 0 ? (
              <bdi dir="ltr">
                + <Money amount={amount} />
              </bdi>
            ) : (
              t("booking.parcel_free")
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
