import { useQuery } from "@tanstack/react-query";
import { publicSettingsQuery } from "@/api/catalogue";

/** The operator's name for the product; ours until the settings are known. */
export function useAppName(): string {
  return useQuery(publicSettingsQuery()).data?.app_name || "Hansom";
}
