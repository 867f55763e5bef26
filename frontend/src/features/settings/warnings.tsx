import { useTranslation } from "react-i18next";
import type { OfficeSettings } from "@/api/settings";
import { Message } from "@/ui/message";
import type { FieldName, GroupName } from "./fields";
import type { SettingsEntry } from "./use-settings-form";

const OFF = "manage.py demo_mode off";

/** Warnings about changes that cannot be undone or have side effects. */
export function Warnings({ group, entry }: { group: GroupName; entry: SettingsEntry }) {
  const { t } = useTranslation();
  const known = entry.known as OfficeSettings;
  const changed = (name: FieldName) => entry.changed.find((field) => field.name === name);
  const decimal = changed("decimal");
  const fewerDecimals = decimal && Number(entry.shown(decimal)) < known.decimal;

  if (group === "currency" && known.has_money && (changed("code") || fewerDecimals)) {
    return <Message tone="lamp">{t("settings.money_warning")}</Message>;
  }
  if (group === "dispatch" && changed("app_category")) {
    return <Message tone="lamp">{t("settings.category_warning")}</Message>;
  }
  if (group === "demo" && changed("allow_critical_edits_admin")) {
    return <Message tone="lamp">{t("settings.demo_warning", { command: OFF })}</Message>;
  }
  return null;
}

export function DemoLocked() {
  const { t } = useTranslation();
  return <Message tone="way">{t("settings.demo_locked", { command: OFF })}</Message>;
}
