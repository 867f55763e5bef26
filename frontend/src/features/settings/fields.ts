import type { SettingsPart } from "@/api/settings";
import { SETTINGS_FORM } from "@/api/settings-form";
import type { rest } from "@/i18n/en-rest";

export type FieldName = keyof (typeof rest)["settings"]["field"];
export type GroupName = keyof (typeof rest)["settings"]["group"];
type ChoiceName = keyof (typeof rest)["settings"]["choice"];

type FieldKind =
  | { kind: "toggle" }
  | { kind: "text"; ltr?: boolean; max: number }
  /** Negative input clears the field (document 2, section 5). */
  | { kind: "number"; whole?: boolean; min: number; max?: number }
  | { kind: "choice"; options: readonly ChoiceName[] }
  | { kind: "country" | "currency" | "zone" | "color" | "logo" }
  | { kind: "amounts"; max: number }
  | { kind: "lines"; max: number };

export type Field = FieldKind & {
  name: FieldName;
  default?: string | boolean | readonly string[];
  /** Limits the field to this service category. */
  only?: "taxi" | "delivery";
};

export interface Group {
  name: GroupName;
  fields: readonly Field[];
}

/** The groups of each page. A setting without an English label, hint or choice does not compile. */
export const GROUPS: Record<SettingsPart, readonly Group[]> = SETTINGS_FORM;

export const FIELDS: Record<SettingsPart, readonly Field[]> = {
  settings: GROUPS.settings.flatMap((group) => group.fields),
  "app-info": GROUPS["app-info"].flatMap((group) => group.fields),
};
