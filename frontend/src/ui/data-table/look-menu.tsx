import { ActionIcon, Button, Checkbox, Switch } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Popover } from "@/ui/dialog/popover";
import classes from "./data-table.module.css";
import type { TableLook } from "./use-table-look";

interface Choosable {
  id: string;
  label: string;
  always?: boolean;
  group?: string;
}

interface LookMenuProps {
  look: TableLook;
  columns: readonly Choosable[];
}

/** Selects the visible columns and the row density. */
export function LookMenu({ look, columns }: LookMenuProps) {
  const { t } = useTranslation();
  const choosable = columns.filter(({ always }) => !always);
  const groups = [...new Set(choosable.map(({ group }) => group))];
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
      <Popover.Dropdown className={classes.columnMenu ?? ""} aria-label={t("history.columns")}>
        <div className={classes.choices}>
          <div className={classes.groups} data-grouped={groups.length > 1 || undefined}>
            {groups.map((group) => (
              <fieldset key={group ?? ""} className={classes.group}>
                {group ? <legend>{group}</legend> : null}
                {choosable
                  .filter((column) => column.group === group)
                  .map(({ id, label }) => (
                    <Checkbox
                      key={id}
                      label={label}
                      checked={look.chosen.has(id)}
                      disabled={look.chosen.size === 1 && look.chosen.has(id)}
                      onChange={(event) => look.choose(id, event.currentTarget.checked)}
                    />
                  ))}
              </fieldset>
            ))}
          </div>
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
