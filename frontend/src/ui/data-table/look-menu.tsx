import { ActionIcon, Button, Checkbox, Switch } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Popover } from "@/ui/dialog/popover";
import classes from "./data-table.module.css";
import type { TableLook } from "./use-table-look";

interface LookMenuProps {
  look: TableLook;
  columns: readonly { id: string; label: string }[];
}

/** Selects the visible columns and the row density. */
export function LookMenu({ look, columns }: LookMenuProps) {
  const { t } = useTranslation();
  return (
    <Popover shadow="md">
      <Popover.Target>
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={t("history.columns")}
          title={t("history.columns")}
        >
          <IconColumns3 size={18} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.look ?? ""} aria-label={t("history.columns")}>
        <div className={classes.choices}>
          {columns.map(({ id, label }) => (
            <Checkbox
              key={id}
              label={label}
              checked={look.chosen.has(id)}
              disabled={look.chosen.size === 1 && look.chosen.has(id)}
              onChange={(event) => look.choose(id, event.currentTarget.checked)}
            />
          ))}
        </div>
        <Switch
          label={t("list.dense")}
          checked={look.dense}
          onChange={(event) => look.setDense(event.currentTarget.checked)}
        />
        <Button variant="default" size="xs" onClick={() => look.chooseAll(null)}>
          {t("history.columns_reset")}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
