import { IconAlertTriangle, IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import type { Level } from "@/api/system";
import classes from "./status.module.css";

const ICONS = { ok: IconCircleCheck, warning: IconAlertTriangle, error: IconCircleX } as const;

export function LevelIcon({ level, size }: { level: Level; size: number }) {
  const Icon = ICONS[level];
  return <Icon className={classes.icon} data-level={level} size={size} aria-hidden="true" />;
}
