import type { TablerIcon } from "@tabler/icons-react";
import { type Area, type Level, mayUse } from "@/api/permissions";
import type { Me, UserType } from "@/api/types";
import { ADMIN_PAGES } from "../admin-pages";
import { mayOpen } from "../routes";

type Pages = typeof ADMIN_PAGES;
type InMenu = Extract<Pages[keyof Pages], { group: string }>;

export interface AdminMenuEntry {
  to: string;
  group: InMenu["group"];
  label: InMenu["label"];
  icon: TablerIcon;
  add?: Extract<InMenu, { add: string }>["add"];
  exported?: boolean;
  area?: Area;
  level?: Level;
}

const ENTRIES = Object.entries(ADMIN_PAGES).flatMap(([to, page]): AdminMenuEntry[] =>
  "group" in page ? [{ to, ...page }] : [],
);

/** Returns the menu's pages that a role may open, and the staff role of an admin allows. */
export function adminMenuEntries(role: UserType, me: Me | null = null): AdminMenuEntry[] {
  return ENTRIES.filter(
    ({ to, area, level }) => mayOpen(role, to) && (!area || mayUse(me, area, level)),
  );
}

/** Returns the menu's pages that a role may open, by group. */
export function adminMenu(
  role: UserType,
  me: Me | null = null,
): [label: AdminMenuEntry["group"], AdminMenuEntry[]][] {
  const groups = new Map<AdminMenuEntry["group"], AdminMenuEntry[]>();
  for (const entry of adminMenuEntries(role, me)) {
    groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  }
  return [...groups];
}
