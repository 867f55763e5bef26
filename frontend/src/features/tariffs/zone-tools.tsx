import { Button } from "@mantine/core";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCircle,
  IconEraser,
  IconPointer,
  IconPolygon,
  IconRectangle,
  IconTrash,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { TOOLS, type Tool } from "@/map/zone-drawing";
import classes from "./tariffs.module.css";

const ICONS = {
  select: IconPointer,
  polygon: IconPolygon,
  rectangle: IconRectangle,
  circle: IconCircle,
  delete: IconTrash,
} as const;

interface ZoneToolsProps {
  tool: Tool;
  hasArea: boolean;
  onTool: (tool: Tool) => void;
  /** Undefined if there is nothing to undo or redo. */
  onUndo: (() => void) | undefined;
  onRedo: (() => void) | undefined;
  onClear: () => void;
}

/** The buttons above the map of a zone: what the pointer draws, undo, redo, and clear. */
export function ZoneTools({ tool, hasArea, onTool, onUndo, onRedo, onClear }: ZoneToolsProps) {
  const { t } = useTranslation();
  const button = { variant: "default", size: "compact-sm" } as const;
  return (
    <div className={classes.tools}>
      <fieldset className={classes.tools} aria-label={t("tariffs.tools")}>
        {TOOLS.map((each) => {
          const Icon = ICONS[each];
          return (
            <Button
              key={each}
              {...button}
              className={classes.tool ?? ""}
              aria-pressed={tool === each}
              disabled={!hasArea && (each === "select" || each === "delete")}
              leftSection={<Icon size={16} aria-hidden="true" />}
              onClick={() => onTool(each)}
            >
              {t(`tariffs.tool_${each}`)}
            </Button>
          );
        })}
      </fieldset>
      <div className={classes.tools}>
        <Button
          {...button}
          // Stays focusable: the focus must not leave the button with the last step.
          data-disabled={!onUndo || undefined}
          aria-disabled={!onUndo}
          leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
          onClick={onUndo}
        >
          {t("tariffs.undo")}
        </Button>
        <Button
          {...button}
          data-disabled={!onRedo || undefined}
          aria-disabled={!onRedo}
          leftSection={<IconArrowForwardUp size={16} aria-hidden="true" />}
          onClick={onRedo}
        >
          {t("tariffs.redo")}
        </Button>
        <Button
          {...button}
          data-disabled={!hasArea || undefined}
          aria-disabled={!hasArea}
          leftSection={<IconEraser size={16} aria-hidden="true" />}
          onClick={hasArea ? onClear : undefined}
        >
          {t("tariffs.zone_clear")}
        </Button>
      </div>
    </div>
  );
}
