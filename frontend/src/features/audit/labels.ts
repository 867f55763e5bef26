import type { TFunction } from "i18next";
import type { AuditEntry } from "@/api/audit";

/** Returns the translation if there is one, otherwise the server's name in readable form. */
function labelOf(t: TFunction, names: readonly string[], raw: string): string {
  const plain = raw.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
  return t(names as unknown as "app.loading", { defaultValue: plain });
}

export const kindLabel = (t: TFunction, kind: string) => labelOf(t, [`audit.kinds.${kind}`], kind);

export const actionLabel = (t: TFunction, action: string) =>
  labelOf(t, [`audit.actions.${action}`], action);

export const sourceLabel = (t: TFunction, source: string) =>
  labelOf(t, [`audit.sources.${source}`], source);

export const fieldLabel = (t: TFunction, name: string) =>
  labelOf(t, [`audit.fields.${name}`, `settings.field.${name}.label`], name);

export const actorLabel = (t: TFunction, entry: AuditEntry) =>
  entry.actor_name || t("audit.command_line");

export const targetLabel = (entry: AuditEntry) => entry.label || entry.target_id;

const PAGES: Record<string, string> = {
  settings: "/settings",
  language: "/languagesetting",
  car_type: "/cartypes",
  promo: "/promos",
  cancel_reason: "/cancelreasons",
  notification: "/notifications",
  withdrawal: "/withdraws",
  payment: "/transactions",
  payment_account: "/payment-accounts",
};

/** Returns the path of the object's page, or null if the object was deleted. */
export function pageOf(entry: AuditEntry): string | null {
  if (entry.action === "deleted" || !entry.target_id) return null;
  if (entry.kind === "booking") return `/bookings/${entry.target_id}`;
  if (["user", "data_access", "wallet", "second_factor"].includes(entry.kind))
    return `/people/${entry.target_id}`;
  return PAGES[entry.kind] ?? null;
}
