import { queryOptions } from "@tanstack/react-query";
import { auditKey } from "./audit";
import { get, patch, post, remove } from "./client";
import type { components } from "./schema";
import { upload } from "./upload";

type Schemas = components["schemas"];
export type AdminSettings = Required<Schemas["Settings"]>;
export type AppInfo = Required<Schemas["AppInfo"]>;

/** The two pages of the settings, which share a version. */
export type SettingsPart = "settings" | "app-info";

const adminSettingsKey = ["settings", "admin"] as const;

export const adminSettingsQuery = (part: SettingsPart) =>
  queryOptions({
    queryKey: [...adminSettingsKey, part],
    queryFn: ({ signal }) => get(`${part}/`, { signal }),
    staleTime: 0,
  });

/** Saves changes to a version of the settings; rejected if another admin has saved a newer one. */
export function saveSettings(
  part: SettingsPart,
  version: string,
  changes: Record<string, unknown>,
): Promise<AdminSettings | AppInfo> {
  return patch(`${part}/`, { body: { version, ...changes } });
}

export const sendLogo = (file: File) => upload<AppInfo>("app-info/logo/", file);
export const removeLogo = () => remove("app-info/logo/");

/** Sends the admin a test email; returns the email address. */
export const sendTestEmail = () => post("app-info/test-email/");

/** The latest settings changes of the audit log. */
export const settingsHistoryQuery = () =>
  queryOptions({
    queryKey: [...auditKey, "settings"],
    queryFn: ({ signal }) => get("audit/", { signal, params: { kind: "settings", page_size: 10 } }),
    select: (page) => page.results,
  });
