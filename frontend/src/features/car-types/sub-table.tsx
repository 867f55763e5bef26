import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { latinDigits } from "@/i18n/digits";
import { AmountInput } from "@/ui/amount-input";
import classes from "./car-types.module.css";

interface SubTableProps {
  /** The table's label, such as "Parcel types". */
  label: string;
  lead?: string;
  /** The first column: a description, or minutes. */
  first: { name: string; label: string; numeric?: boolean };
  rows: readonly { key: string; amount: string; first: string }[];
  errorOf: (row: number, column: string) => string | boolean;
  onChange: (row: number, column: "first" | "amount", text: string) => void;
  onAdd: () => void;
  onRemove: (row: number) => void;
}

/** The editable rows of a car type's parcel types, options or cancellation slabs. */
export function SubTable(props: SubTableProps) {
  const { label, lead, first, rows, errorOf, onChange, onAdd, onRemove } = props;
  const { t } = useTranslation();
  return (
    <section className={classes.sub} aria-label={label}>
      {lead ? <p className={classes.soft}>{lead}</p> : null}
      {rows.length === 0 ? <p className={classes.soft}>{t("cartypes.no_rows")}</p> : null}
      <ul className={classes.rows}>
        {rows.map((row, at) => (
          <li key={row.key} className={classes.row}>
            <TextInput
              aria-label={`${first.label} ${at + 1}`}
              placeholder={first.label}
              inputMode={first.numeric ? "numeric" : "text"}
              maxLength={80}
              value={row.first}
              error={errorOf(at, first.name)}
              onChange={({ currentTarget: { value } }) =>
                onChange(at, "first", first.numeric ? latinDigits(value) : value)
              }
            />
            <AmountInput
              aria-label={`${t("cartypes.amount")} ${at + 1}`}
              placeholder={t("cartypes.amount")}
              value={row.amount}
              error={errorOf(at, "amount")}
              onChange={(event) => onChange(at, "amount", event.currentTarget.value)}
            />
            <ActionIcon
              variant="subtle"
              color="brick"
              size="lg"
              aria-label={t("cartypes.remove_row", { row: row.first || at + 1 })}
              onClick={() => onRemove(at)}
            >
              <IconTrash size={18} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={onAdd}
      >
        {t("cartypes.add_row")}
      </Button>
    </section>
  );
}
