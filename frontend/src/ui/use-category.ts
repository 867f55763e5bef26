import { useQuery } from "@tanstack/react-query";
import { publicSettingsQuery } from "@/api/catalogue";
import type { AppCategory } from "@/api/types";

/** What this installation moves; also the `context` of a sentence that says it differently for parcels. */
export function useCategory(): AppCategory {
  return useQuery(publicSettingsQuery()).data?.app_category ?? "taxi";
}
