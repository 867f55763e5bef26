import { Button, Checkbox } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Popover } from "@/ui/dialog/popover";
import classes from "./reports.module.css";

interface ColumnMenuProps<Id extends string> {
  columns: readonly { id: Id; label: string }[];
  shown: readonly Id[];
  onChange: (shown: Id[]) => void;
}

/** Which columns a report shows; one is always left. */
export function ColumnMenu<Id extends string>({ columns, shown, onChange }: ColumnMenuProps<Id>) {
  const { t } = useTranslation();
  return (
    <Popover>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={18} aria-hidden="true" />}>
          {t("history.columns")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.choices}>
          {columns.map(({ id, label }) => {
            const on = shown.includes(id);
            return (
              <Checkbox
                key={id}
                label={label}
                checked={on}
                disabled={on && shown.length === 1}
                onChange={() =>
                  onChange(
                    columns
                      .map((column) => column.id)
                      .filter((one) => (one === id ? !on : shown.includes(one))),
                  )
                }
              />
            );
          })}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
