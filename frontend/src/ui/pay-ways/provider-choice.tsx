import { Radio } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ProviderMark as Mark } from "@/api/types";
import { ProviderMark } from "@/ui/provider-mark";
import classes from "./pay-ways.module.css";

interface ProviderChoiceProps {
  offered: readonly { name: string; label: string; mark: Mark }[];
  value: string;
  disabled: boolean;
  onChange: (name: string) => void;
}

/** Selects the gateway of a card payment. */
export function ProviderChoice({ offered, value, disabled, onChange }: ProviderChoiceProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group label={t("trip.way_provider")} value={value} onChange={onChange}>
      <div className={classes.list}>
        {offered.map(({ name, label, mark }) => (
          <Radio.Card key={name} value={name} className={classes.way ?? ""} disabled={disabled}>
            <Radio.Indicator disabled={disabled} />
            <ProviderMark mark={mark} />
            <bdi className={classes.name}>{label}</bdi>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
