import { useQuery } from "@tanstack/react-query";
import { publicSettingsQuery } from "@/api/catalogue";

/** Returns the operator's app name; the default until the settings are loaded. */
export function useAppName(): string {
  return useQuery(publicSettingsQuery()).data?.app_name || "Hansom";
}
