import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { adminsQuery } from "@/api/people";
import { useMay } from "@/api/permissions";
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
  if (group === "payments") return <OneAdmin entry={entry} />;
  if (group === "dispatch" && changed("app_category")) {
    return <Message tone="lamp">{t("settings.category_warning")}</Message>;
  }
  if (group === "demo" && changed("allow_critical_edits_admin")) {
    return <Message tone="lamp">{t("settings.demo_warning", { command: OFF })}</Message>;
  }
  return null;
}

const LIMITS: readonly FieldName[] = [
  "approval_refund_limit",
  "approval_payout_limit",
  "approval_wallet_limit",
];

/** With one active admin, no one can approve what exceeds a limit. */
function OneAdmin({ entry }: { entry: SettingsEntry }) {
  const { t } = useTranslation();
  const known = entry.known as unknown as Record<string, unknown>;
  const limited = LIMITS.some((name) => {
    const field = entry.changed.find((one) => one.name === name);
    return field ? entry.shown(field) !== "" : Boolean(known[name]);
  });
  const may = useMay();
  const { data: admins } = useQuery({ ...adminsQuery(), enabled: limited && may("staff") });
  if (!limited || !admins || admins.filter(({ approved }) => approved).length > 1) return null;
  return <Message tone="lamp">{t("settings.one_admin_warning")}</Message>;
}

export function DemoLocked() {
  const { t } = useTranslation();
  return <Message tone="way">{t("settings.demo_locked", { command: OFF })}</Message>;
}
