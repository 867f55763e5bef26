import { useQuery } from "@tanstack/react-query";
import { publicSettingsQuery } from "@/api/catalogue";
import type { AppCategory } from "@/api/types";

/** What this installation transports; also the `context` of translations that differ for parcels. */
export function useCategory(): AppCategory {
  return useQuery(publicSettingsQuery()).data?.app_category ?? "taxi";
}
