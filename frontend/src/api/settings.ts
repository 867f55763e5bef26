import { queryOptions } from "@tanstack/react-query";
import { type AuditEntry, auditKey } from "./audit";
import { request } from "./request";
import type { components } from "./schema";
import type { Results } from "./types";
import { upload } from "./upload";

type Schemas = components["schemas"];
export type OfficeSettings = Required<Schemas["Settings"]>;
export type AppInfo = Required<Schemas["AppInfo"]>;

/** The two pages of the settings, which share a version. */
export type SettingsPart = "settings" | "app-info";

const officeSettingsKey = ["settings", "office"] as const;

export const officeSettingsQuery = (part: SettingsPart) =>
  queryOptions({
    queryKey: [...officeSettingsKey, part],
    queryFn: ({ signal }) => request<OfficeSettings | AppInfo>(`${part}/`, { signal }),
    staleTime: 0,
  });

/** Saves changes to a version of the settings; rejected if another admin has saved a newer one. */
export function saveSettings(
  part: SettingsPart,
  version: string,
  changes: Record<string, unknown>,
): Promise<OfficeSettings | AppInfo> {
  return request(`${part}/`, { method: "PATCH", body: { version, ...changes } });
}

export const sendLogo = (file: File) => upload<AppInfo>("app-info/logo/", file);
export const removeLogo = () => request<AppInfo>("app-info/logo/", { method: "DELETE" });

/** Sends the admin a test email; returns the email address. */
export const sendTestEmail = () =>
  request<Schemas["TestEmail"]>("app-info/test-email/", { method: "POST" });

/** The latest settings changes of the audit log. */
export const settingsHistoryQuery = () =>
  queryOptions({
    queryKey: [...auditKey, "settings"],
    queryFn: ({ signal }) =>
      request<Results<AuditEntry>>("audit/", {
        signal,
        params: { kind: "settings", page_size: 10 },
      }),
    select: (page) => page.results,
  });
