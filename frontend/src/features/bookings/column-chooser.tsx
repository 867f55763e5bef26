import { Button, Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Modal } from "@/ui/dialog/modal";
import classes from "./column-chooser.module.css";
import { GROUPS } from "./columns";
import type { ColumnChoice } from "./use-columns";

interface ColumnChooserProps {
  columns: ColumnChoice;
  opened: boolean;
  onClose: () => void;
}

/** Every column of the table, to be shown or not; the table behind changes at once. */
export function ColumnChooser({ columns, opened, onClose }: ColumnChooserProps) {
  const { t } = useTranslation();
  const { possible, chosen, choose, reset } = columns;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t("history.columns")}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <div className={classes.groups}>
        {GROUPS.map((group) => {
          const inside = possible.filter((column) => column.group === group);
          return inside.length === 0 ? null : (
            <fieldset key={group} className={classes.group}>
              <legend>{t(`history.group_${group}`)}</legend>
              {inside.map(({ id }) => (
                <Checkbox
                  key={id}
                  label={t(`history.col_${id}`)}
                  checked={chosen.has(id)}
                  // A table without a column is none.
                  disabled={chosen.size === 1 && chosen.has(id)}
                  onChange={(event) => choose(id, event.currentTarget.checked)}
                />
              ))}
            </fieldset>
          );
        })}
      </div>
      <div className={classes.foot}>
        <Button variant="default" onClick={reset}>
          {t("history.columns_reset")}
        </Button>
        <Button onClick={onClose}>{t("history.columns_done")}</Button>
      </div>
    </Modal>
  );
}
