import type { TablerIcon } from "@tabler/icons-react";
import { type Area, type Level, mayUse } from "@/api/permissions";
import type { Me, UserType } from "@/api/types";
import { OFFICE_PAGES } from "../office-pages";
import { mayOpen } from "../routes";

type Pages = typeof OFFICE_PAGES;
type InMenu = Extract<Pages[keyof Pages], { group: string }>;

export interface OfficeEntry {
  to: string;
  group: InMenu["group"];
  label: InMenu["label"];
  icon: TablerIcon;
  add?: Extract<InMenu, { add: string }>["add"];
  exported?: boolean;
  area?: Area;
  level?: Level;
}

const ENTRIES = Object.entries(OFFICE_PAGES).flatMap(([to, page]): OfficeEntry[] =>
  "group" in page ? [{ to, ...page }] : [],
);

/** Returns the menu's pages that a role may open, and the staff role of an admin allows. */
export function officeEntries(role: UserType, me: Me | null = null): OfficeEntry[] {
  return ENTRIES.filter(
    ({ to, area, level }) => mayOpen(role, to) && (!area || mayUse(me, area, level)),
  );
}

/** Returns the menu's pages that a role may open, by group. */
export function officeMenu(
  role: UserType,
  me: Me | null = null,
): [label: OfficeEntry["group"], OfficeEntry[]][] {
  const groups = new Map<OfficeEntry["group"], OfficeEntry[]>();
  for (const entry of officeEntries(role, me)) {
    groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  }
  return [...groups];
}
