import type { RulePart } from "@/api/tariffs";

/** The fields of a rule's actions, as docs/tariffs.md describes them. A label is `tariffs.f_<name>`. */

const DISTANCES = ["km", "m", "mi", "yd", "ft"] as const;
const TIMES = ["min", "s", "h"] as const;
const SPEEDS = ["km/h", "mph"] as const;
export const UNITS = { distance: DISTANCES, time: TIMES, speed: SPEEDS } as const;

interface Shown {
  /** Whether the field applies; the values are those of its part, and of the action around it. */
  shown?: (values: RulePart, action: RulePart) => boolean;
}

export type Field = Shown &
  (
    | { name: string; type: "amount" | "factor" | "count" | "key"; initial?: string }
    | { name: string; type: keyof typeof UNITS; initial?: string }
    | {
        name: string;
        type: "choice";
        options: readonly string[];
        initial?: string;
        /** The value follows from the part, and the file does not contain it. */
        of?: (part: RulePart) => string;
      }
    | { name: string; type: "toggle"; initial?: boolean }
    | { name: string; type: "group"; fields: readonly Field[] }
    | { name: string; type: "rows"; fields: readonly Field[] }
  );

const AMOUNT: Field = { name: "amount", type: "amount" };

/** What the steps of a cancellation fee can depend on; all of a rule depend on the same. */
const MEASURES = ["after", "way", "before_pickup"] as const;
const measureOf = ({ slabs }: RulePart): string => {
  const [first] = (slabs ?? []) as RulePart[];
  return MEASURES.find((name) => first?.[name] !== undefined && first[name] !== null) ?? "after";
};
const COMBINE: readonly Field[] = [
  { name: "combine", type: "choice", options: ["sum", "larger", "below_speed"] },
  { name: "below", type: "speed", shown: (values) => values.combine === "below_speed" },
];

const ACTIONS = {
  rates: [
    { name: "base", type: "amount" },
    { name: "distance_unit", type: "choice", options: ["km", "mi"] },
    {
      name: "distance",
      type: "rows",
      fields: [
        { name: "rate", type: "amount" },
        { name: "starts_at", type: "distance" },
      ],
    },
    { name: "per_hour", type: "amount" },
    ...COMBINE,
  ],
  units: [
    {
      name: "first",
      type: "group",
      fields: [
        AMOUNT,
        { name: "units", type: "count" },
        { name: "distance", type: "distance" },
        { name: "time", type: "time" },
      ],
    },
    {
      name: "bands",
      type: "rows",
      fields: [
        AMOUNT,
        { name: "distance", type: "distance" },
        { name: "time", type: "time" },
        { name: "per_hour", type: "amount" },
        { name: "from_distance", type: "distance" },
        { name: "from_fare", type: "amount" },
      ],
    },
    {
      name: "combine",
      type: "choice",
      options: ["larger", "sum", "below_speed"],
    },
    { name: "below", type: "speed", shown: (values) => values.combine === "below_speed" },
  ],
  fixed: [
    AMOUNT,
    { name: "up_to", type: "distance" },
    {
      name: "stops",
      type: "choice",
      options: ["included", "metered_after_first", "not_included"],
    },
  ],
  hire: [
    { name: "per_hour", type: "amount" },
    { name: "included_per_hour", type: "distance" },
    { name: "extra_half_hour", type: "amount" },
    { name: "extra_distance", type: "amount" },
    { name: "distance_unit", type: "choice", options: ["km", "mi"] },
  ],
  waiting: [
    { name: "at", type: "choice", options: ["pickup", "stop"] },
    { name: "free", type: "time", initial: "0 min" },
    AMOUNT,
    { name: "every", type: "time", initial: "1 min" },
    { name: "begun", type: "toggle" },
  ],
  multiplier: [
    { name: "factor", type: "factor" },
    { name: "cap", type: "factor" },
  ],
  minimum: [AMOUNT],
  extra: [
    AMOUNT,
    {
      name: "per",
      type: "choice",
      options: ["trip", "passenger", "luggage", "stop", "pickup_distance"],
    },
    { name: "every", type: "distance", shown: ({ per }) => per === "pickup_distance" },
    {
      name: "free",
      type: "count",
      shown: ({ per }) => per !== "trip" && per !== "pickup_distance",
    },
    { name: "children_per_passenger", type: "count", shown: ({ per }) => per === "passenger" },
    { name: "group", type: "key" },
    { name: "capped", type: "toggle", initial: true },
  ],
  charge: [
    { name: "charge", type: "key" },
    { name: "at_most", type: "amount" },
    { name: "in_minimum", type: "toggle" },
  ],
  extras_cap: [AMOUNT],
  rounding: [
    { name: "to", type: "amount" },
    { name: "how", type: "choice", options: ["nearest", "up", "down"] },
  ],
  fee: [AMOUNT, { name: "percentage", type: "toggle" }],
  no_show: [AMOUNT, { name: "waiting", type: "toggle" }, { name: "at_most", type: "amount" }],
  cancellation: [
    { name: "by", type: "choice", options: MEASURES, of: measureOf },
    {
      name: "slabs",
      type: "rows",
      fields: [
        { name: "after", type: "time", shown: (_, { by }) => by === "after" },
        { name: "way", type: "count", shown: (_, { by }) => by === "way" },
        { name: "before_pickup", type: "time", shown: (_, { by }) => by === "before_pickup" },
        AMOUNT,
      ],
    },
  ],
} as const satisfies Record<string, readonly Field[]>;

export type ActionKind = keyof typeof ACTIONS;
export const KINDS = Object.keys(ACTIONS) as ActionKind[];

export const fieldsOf = (kind: string): readonly Field[] =>
  kind in ACTIONS ? ACTIONS[kind as ActionKind] : [];

/** Returns the values of a part for the form, in which every field has a value. */
export function filled(fields: readonly Field[], part: RulePart = {}): RulePart {
  return Object.fromEntries(
    fields.map((field) => {
      const value = part[field.name];
      if (field.type === "group") return [field.name, filled(field.fields, value as RulePart)];
      if (field.type === "rows") {
        const rows = Array.isArray(value) ? (value as RulePart[]) : [{}];
        return [field.name, rows.map((row) => filled(field.fields, row))];
      }
      if (field.type === "toggle") return [field.name, value ?? field.initial ?? false];
      if (field.type === "choice")
        return [field.name, field.of?.(part) ?? value ?? field.initial ?? field.options[0] ?? ""];
      return [
        field.name,
        value === null || value === undefined ? (field.initial ?? "") : String(value),
      ];
    }),
  );
}

/** Returns what the file contains of a part: only fields that apply and have a value. */
export function emptied(
  fields: readonly Field[],
  values: RulePart,
  action: RulePart = values,
): RulePart {
  const kept: RulePart = {};
  for (const field of fields) {
    const value = values[field.name];
    if (value === undefined || value === null || field.shown?.(values, action) === false) continue;
    if (field.type === "choice" && field.of) continue;
    if (field.type === "group") kept[field.name] = emptied(field.fields, value as RulePart, action);
    else if (field.type === "rows")
      kept[field.name] = (value as RulePart[]).map((row) => emptied(field.fields, row, action));
    else if (typeof value !== "string") kept[field.name] = value;
    else if (value.trim() !== "")
      kept[field.name] = field.type === "count" ? countOf(value) : value.trim();
  }
  return kept;
}

/** The server refuses a text that is no number. */
const countOf = (text: string): number | string => {
  const count = Number(text);
  return Number.isInteger(count) ? count : text;
};
