import { ActionIcon, Loader } from "@mantine/core";
import { IconCurrentLocation, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./place-field.module.css";
import type { PointKind } from "./point";

interface FieldToolsProps {
  kind: PointKind;
  clear?: string | undefined;
  busy: boolean;
  filled: boolean;
  onClear: () => void;
  onHere: () => void;
}

/** The end of an address field: a spinner, a clear button, or the current location. */
export function FieldTools({ kind, clear, busy, filled, onClear, onHere }: FieldToolsProps) {
  const { t } = useTranslation();
  const icon = { variant: "subtle", radius: "xl", size: 36 } as const;
  if (busy) {
    return (
      <span className={classes.tool}>
        <Loader size={18} aria-label={t("booking.looking_up")} />
      </span>
    );
  }
  return (
    <span className={classes.tool}>
      {filled ? (
        <ActionIcon
          {...icon}
          aria-label={clear ?? t(kind === "pickup" ? "booking.clear_pickup" : "booking.clear_drop")}
          onClick={onClear}
        >
          <IconX size={18} />
        </ActionIcon>
      ) : null}
      {!filled && kind === "pickup" ? (
        <ActionIcon {...icon} aria-label={t("booking.my_location")} onClick={onHere}>
          <IconCurrentLocation size={20} />
        </ActionIcon>
      ) : null}
    </span>
  );
}
