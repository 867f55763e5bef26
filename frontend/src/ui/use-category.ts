import { useQuery } from "@tanstack/react-query";
import { publicSettingsQuery } from "@/api/catalogue";
import type { AppCategory } from "@/api/types";

/**
 * Returns what this installation transports; also the `context` of translations that differ for deliveries.
 */
export function useCategory(): AppCategory {
  return useQuery(publicSettingsQuery()).data?.app_category ?? "taxi";
}
