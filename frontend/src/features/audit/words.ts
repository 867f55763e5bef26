import type { TFunction } from "i18next";
import type { AuditEntry } from "@/api/audit";

/** A word of ours where there is one; else what the server calls it, as people would write it. */
function worded(t: TFunction, names: readonly string[], raw: string): string {
  const plain = raw.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
  return t(names as unknown as "app.loading", { defaultValue: plain });
}

export const kindWord = (t: TFunction, kind: string) => worded(t, [`audit.kinds.${kind}`], kind);

export const deedWord = (t: TFunction, deed: string) => worded(t, [`audit.deeds.${deed}`], deed);

export const doorWord = (t: TFunction, door: string) => worded(t, [`audit.doors.${door}`], door);

export const fieldWord = (t: TFunction, name: string) =>
  worded(t, [`audit.fields.${name}`, `settings.field.${name}.label`], name);

export const actorWord = (t: TFunction, entry: AuditEntry) => entry.actor_name || t("audit.nobody");

export const thingWord = (entry: AuditEntry) => entry.label || entry.target_id;

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

/** Where the thing has a page; nothing for what is gone. */
export function pageOf(entry: AuditEntry): string | null {
  if (entry.action === "deleted" || !entry.target_id) return null;
  if (entry.kind === "booking") return `/bookings/${entry.target_id}`;
  if (["user", "wallet", "second_factor"].includes(entry.kind)) return `/people/${entry.target_id}`;
  return PAGES[entry.kind] ?? null;
}
