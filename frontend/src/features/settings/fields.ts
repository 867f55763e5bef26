import type { SettingsPart } from "@/api/settings";
import type { rest } from "@/i18n/en-rest";

export type FieldName = keyof (typeof rest)["settings"]["field"];
export type GroupName = keyof (typeof rest)["settings"]["group"];
export type ChoiceName = keyof (typeof rest)["settings"]["choice"];

export type FieldKind =
  | { kind: "toggle" }
  | { kind: "text"; ltr?: boolean; max?: number }
  /** Not below nothing: what is, leaves the field empty (document 2, section 5). */
  | { kind: "number"; whole?: boolean }
  | { kind: "choice"; options: readonly ChoiceName[] }
  | { kind: "country" | "currency" | "zone" | "amounts" | "color" | "logo" }
  | { kind: "lines"; max: number };

export type Field = FieldKind & {
  name: FieldName;
  /** The default value in the documents, where they have one. */
  standard?: string | boolean;
  /** In one category of the app alone. */
  only?: "taxi" | "delivery";
};

export interface Group {
  name: GroupName;
  fields: readonly Field[];
}

const toggle = (name: FieldName, standard: boolean, only?: "taxi" | "delivery"): Field => ({
  name,
  kind: "toggle",
  standard,
  ...(only ? { only } : {}),
});
const text = (name: FieldName, max = 200): Field => ({ name, kind: "text", max });
const link = (name: FieldName): Field => ({ name, kind: "text", ltr: true, max: 200 });

const SETTINGS: readonly Group[] = [
  {
    name: "currency",
    fields: [
      { name: "symbol", kind: "text", max: 8, standard: "$" },
      { name: "code", kind: "currency", standard: "USD" },
      { name: "decimal", kind: "number", whole: true, standard: "2" },
      toggle("swipe_symbol", false),
      { name: "time_zone", kind: "zone", standard: "UTC" },
    ],
  },
  {
    name: "security",
    fields: [
      toggle("otp_secure", false),
      toggle("driver_approval", false),
      toggle("email_verify", false),
      { name: "bonus", kind: "number", standard: "10" },
      { name: "referral_period_days", kind: "number", whole: true, standard: "30" },
      { name: "referral_max_per_month", kind: "number", whole: true, standard: "10" },
      { name: "max_sign_ups_per_hour", kind: "number", whole: true, standard: "60" },
      { name: "max_sockets", kind: "number", whole: true, standard: "10" },
      { name: "license", kind: "text", ltr: true, max: 200 },
      { name: "password_policy", kind: "choice", options: ["alphanumeric", "modern"] },
      toggle("staff_two_factor", false),
      toggle("facebook_login_enabled", true),
      toggle("google_login_enabled", true),
      toggle("apple_login_enabled", true),
      toggle("mobile_login_enabled", true),
    ],
  },
  {
    name: "country",
    fields: [
      { name: "country", kind: "country" },
      { name: "restrict_country", kind: "country" },
      toggle("allow_country_selection", true),
    ],
  },
  {
    name: "dispatch",
    fields: [
      { name: "app_category", kind: "choice", options: ["taxi", "delivery"] },
      toggle("auto_dispatch", true),
      { name: "dispatch_policy", kind: "choice", options: ["broadcast", "waves", "batch"] },
      { name: "offer_seconds", kind: "number", whole: true },
      { name: "free_waiting_minutes", kind: "number", whole: true, standard: "5" },
      { name: "no_show_fee", kind: "number", standard: "0" },
      { name: "driver_radius", kind: "number", standard: "10" },
      { name: "max_open_bookings", kind: "number", whole: true, standard: "20" },
      toggle("convert_to_mile", false),
      toggle("car_horn_repeat", true),
    ],
  },
  {
    name: "payments",
    fields: [
      toggle("allow_delivery_pickup_image_capture", false, "delivery"),
      toggle("allow_final_delivery_image_capture", false, "delivery"),
      toggle("prepaid", false),
      toggle("email_receipts", true),
      toggle("negative_balance", false),
      toggle("bank_fields", false),
      toggle("rider_withdraw", false),
      { name: "unpaid_alert_hours", kind: "number", whole: true, standard: "24" },
      { name: "quick_amounts", kind: "amounts" },
      toggle("tips", false),
      { name: "tip_kind", kind: "choice", options: ["percent", "amount"] },
      { name: "tip_suggestions", kind: "amounts" },
    ],
  },
  {
    name: "demo",
    fields: [
      { name: "panic", kind: "text", ltr: true, max: 40, only: "taxi" },
      toggle("allow_critical_edits_admin", true),
    ],
  },
];

const APP_INFO: readonly Group[] = [
  {
    name: "company",
    fields: [
      text("app_name", 80),
      text("company_name", 120),
      link("company_website"),
      link("company_terms"),
      link("contact_email"),
    ],
  },
  {
    name: "brand",
    fields: [
      { name: "logo", kind: "logo" },
      { name: "brand_color", kind: "color", standard: "#ffbe38" },
      { name: "postal_address", kind: "lines", max: 300 },
    ],
  },
  {
    name: "social",
    fields: [link("facebook_handle"), link("twitter_handle"), link("instagram_handle")],
  },
  { name: "stores", fields: [link("apple_store_link"), link("play_store_link")] },
];

export const GROUPS: Record<SettingsPart, readonly Group[]> = {
  settings: SETTINGS,
  "app-info": APP_INFO,
};
