import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { adminsQuery } from "@/api/people";
import { useMay } from "@/api/permissions";
import type { AdminSettings } from "@/api/settings";
import { Message } from "@/ui/message";
import type { FieldName, GroupName } from "./fields";
import type { SettingsEntry } from "./use-settings-form";

const DEMO_OFF_COMMAND = "manage.py demo_mode off";

/** Warnings about changes that cannot be undone or have side effects. */
export function Warnings({ group, entry }: { group: GroupName; entry: SettingsEntry }) {
  const { t } = useTranslation();
  const known = entry.known as AdminSettings;
  const changed = (name: FieldName) => entry.changed.find((field) => field.name === name);
  const decimal = changed("decimal");
  const fewerDecimals = decimal && Number(entry.shown(decimal)) < known.decimal;

  if (group === "currency" && known.has_money && (changed("code") || fewerDecimals)) {
    return <Message tone="lamp">{t("settings.money_warning")}</Message>;
  }
  if (group === "payments") return <SingleAdminWarning entry={entry} />;
  if (group === "dispatch" && changed("app_category")) {
    return <Message tone="lamp">{t("settings.category_warning")}</Message>;
  }
  if (group === "demo" && changed("allow_critical_edits_admin")) {
    return (
      <Message tone="lamp">{t("settings.demo_warning", { command: DEMO_OFF_COMMAND })}</Message>
    );
  }
  return null;
}

const APPROVAL_LIMITS: readonly FieldName[] = [
  "approval_refund_limit",
  "approval_payout_limit",
  "approval_wallet_limit",
];

/** Warns if a limit is set and there is only one active admin: no one else could approve. */
function SingleAdminWarning({ entry }: { entry: SettingsEntry }) {
  const { t } = useTranslation();
  const known = entry.known as unknown as Record<string, unknown>;
  const hasLimit = APPROVAL_LIMITS.some((name) => {
    const field = entry.changed.find((changedField) => changedField.name === name);
    return field ? entry.shown(field) !== "" : Boolean(known[name]);
  });
  const may = useMay();
  const { data: admins } = useQuery({ ...adminsQuery(), enabled: hasLimit && may("staff") });
  if (!hasLimit || !admins || admins.filter(({ approved }) => approved).length > 1) return null;
  return <Message tone="lamp">{t("settings.one_admin_warning")}</Message>;
}

export function DemoLocked() {
  const { t } = useTranslation();
  return <Message tone="way">{t("settings.demo_locked", { command: DEMO_OFF_COMMAND })}</Message>;
}
