import { queryOptions } from "@tanstack/react-query";
import { get, patch, post, remove } from "./client";
import { peopleKey } from "./people";
import type { Area } from "./permissions";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type StaffRole = Schemas["StaffRole"];
export type RoleFields = Schemas["StaffRoleFormRequest"];

/** In the order of the form. */
export const AREAS = [
  "bookings",
  "people",
  "fleet",
  "tariffs",
  "money",
  "approvals",
  "reports",
  "cases",
  "content",
  "settings",
  "staff",
  "audit",
  "register",
] as const satisfies readonly Area[];

/** Below the key of people, whose rows show their roles. */
export const rolesKey = [...peopleKey, "staff-roles"] as const;

export const rolesQuery = () =>
  queryOptions({
    queryKey: rolesKey,
    queryFn: async ({ signal }) => (await get("staff-roles/", { signal })).results,
  });

export const addRole = (body: RoleFields) => post("staff-roles/", { body });

export const changeRole = (id: number, body: RoleFields) =>
  patch("staff-roles/{id}/", { path: { id }, body });

/** Deletes a role; its admins get the role `reassignTo`. */
export const deleteRole = (id: number, reassignTo: number | null) =>
  remove("staff-roles/{id}/", {
    path: { id },
    ...(reassignTo === null ? {} : { params: { reassign_to: reassignTo } }),
  });
