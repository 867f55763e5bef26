import { useViewer } from "./session";
import type { Me, StaffPermissions } from "./types";

/** A part of the back office for which an admin's role has one level. */
export type Area = keyof StaffPermissions;
export type Level = "none" | "view" | "change";

const RANK: Record<Level, number> = { none: 0, view: 1, change: 2 };
/** The areas in which nothing can be changed. */
export const READ_ONLY: readonly Area[] = ["reports", "audit"];

/**
 * Whether the user's staff role allows the level in the area. It decides only about admins: for other users the
 * pages of their own role apply. The server checks every request.
 */
export function mayUse(me: Me | null, area: Area, level: Level = "view"): boolean {
  if (me?.user_type !== "admin" || !me.permissions) return true;
  return RANK[me.permissions[area]] >= RANK[level];
}

/** Returns `mayUse` of the logged-in user. */
export function useMay(): (area: Area, level?: Level) => boolean {
  const { me } = useViewer();
  return (area, level) => mayUse(me, area, level);
}

/** Whether the user is an admin without a role, who may do everything. */
export const isOwner = (me: Me | null): boolean => me?.user_type === "admin" && !me.staff_role;
