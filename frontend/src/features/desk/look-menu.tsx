import { ActionIcon, Checkbox, Switch } from "@mantine/core";
import { IconLayoutColumns } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Popover } from "@/ui/dialog/popover";
import classes from "./desk.module.css";
import { LANES } from "./lanes";
import type { DeskLook } from "./use-desk-look";

/** Chooses the lanes, the density, the map with its layer, and the sound. */
export function DeskLookMenu({ look, sound }: { look: DeskLook; sound: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Popover shadow="md">
      <Popover.Target>
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={t("desk.layout")}
          title={t("desk.layout")}
        >
          <IconLayoutColumns size={18} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.look ?? ""} aria-label={t("desk.layout")}>
        <fieldset>
          <legend>{t("desk.lanes")}</legend>
          {LANES.map((lane) => (
            <Checkbox
              key={lane}
              label={t(`desk.lane_${lane}`)}
              checked={look.lanes.includes(lane)}
              disabled={look.lanes.length === 1 && look.lanes.includes(lane)}
              onChange={(event) => look.show(lane, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
        <Switch
          label={t("desk.dense")}
          checked={look.dense}
          onChange={(event) => look.change({ dense: event.currentTarget.checked })}
        />
        <Switch
          label={t("desk.aside")}
          checked={look.aside}
          onChange={(event) => look.change({ aside: event.currentTarget.checked })}
        />
        <Switch
          label={t("desk.demand_layer")}
          checked={look.demand}
          onChange={(event) => look.change({ demand: event.currentTarget.checked })}
        />
        {sound}
      </Popover.Dropdown>
    </Popover>
  );
}
