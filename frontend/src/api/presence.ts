import { queryOptions } from "@tanstack/react-query";
import { get } from "./client";
import { personKey } from "./people";
import type { components } from "./schema";

export type PresenceWeek = components["schemas"]["PresenceWeek"];

/** The driver's hours in the week that contains a day; without one, in the current week. */
export const presenceQuery = (driver: number, week?: string) =>
  queryOptions({
    queryKey: [...personKey(driver), "presence", week ?? "now"],
    queryFn: ({ signal }) =>
      get("people/{id}/presence/", {
        path: { id: driver },
        params: week ? { week } : {},
        signal,
      }),
  });
