import { queryOptions } from "@tanstack/react-query";
import { get } from "./client";
import type { components } from "./schema";

export type AuditEntry = Required<components["schemas"]["AuditEntry"]>;

/** The audit log; invalidated after every change. */
export const auditKey = ["audit"] as const;

export const auditKindsQuery = () =>
  queryOptions({
    queryKey: [...auditKey, "kinds"],
    queryFn: async ({ signal }) => (await get("audit/kinds/", { signal })).results,
  });
