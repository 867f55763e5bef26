import type { AdminCarType, CarTypeForm } from "@/api/admin-catalogue";

export const FIGURES = [
  "base_fare",
  "min_fare",
  "rate_per_unit_distance",
  "rate_per_hour",
  "convenience_fees",
] as const;
export type Figure = (typeof FIGURES)[number];

/** A row of a sub-table as typed. `key` identifies rows that have no id yet. */
export interface ExtraDraft {
  key: string;
  id?: number;
  description: string;
  amount: string;
}

interface SlabDraft {
  key: string;
  mins_delayed: string;
  amount: string;
}

export interface CarTypeDraft extends Record<Figure, string> {
  name: string;
  icon: string;
  extra_info: string;
  /** Empty for no limit. */
  seats: string;
  luggage: string;
  app_category: "" | "taxi" | "delivery";
  convenience_fee_type: "flat" | "percentage";
  parcel_types: ExtraDraft[];
  options: ExtraDraft[];
  cancel_slabs: SlabDraft[];
}

let keys = 0;
export const newKey = () => `row-${++keys}`;

/** Shortens 10.0000 to 10, as it is typed. */
const short = (amount: string) => (amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount);

const NEW: CarTypeDraft = {
  name: "",
  icon: "economy",
  extra_info: "",
  seats: "",
  luggage: "",
  app_category: "",
  convenience_fee_type: "percentage",
  base_fare: "0",
  min_fare: "0",
  rate_per_unit_distance: "0",
  rate_per_hour: "0",
  convenience_fees: "0",
  parcel_types: [],
  options: [],
  cancel_slabs: [],
};

export function draftOf(car: AdminCarType | null): CarTypeDraft {
  if (!car) return NEW;
  const extras = (rows: AdminCarType["options"]) =>
    rows.map(({ id, description, amount }) => ({
      key: newKey(),
      id,
      description,
      amount: short(amount),
    }));
  return {
    name: car.name,
    icon: car.icon,
    extra_info: car.extra_info,
    seats: String(car.seats ?? ""),
    luggage: String(car.luggage ?? ""),
    app_category: car.app_category ?? "",
    convenience_fee_type: car.convenience_fee_type,
    base_fare: short(car.base_fare),
    min_fare: short(car.min_fare),
    rate_per_unit_distance: short(car.rate_per_unit_distance),
    rate_per_hour: short(car.rate_per_hour),
    convenience_fees: short(car.convenience_fees),
    parcel_types: extras(car.parcel_types),
    options: extras(car.options),
    cancel_slabs: car.cancel_slabs.map(({ mins_delayed, amount }) => ({
      key: newKey(),
      mins_delayed: String(mins_delayed),
      amount: short(amount),
    })),
  };
}

/** An empty limit is none; the server refuses a text that is no number. */
const limitOf = (typed: string) => (typed.trim() || null) as unknown as number | null;
const amountOf = (typed: string) => typed.trim() || "0";

export function formOf(draft: CarTypeDraft): CarTypeForm {
  const extras = (rows: readonly ExtraDraft[]) =>
    rows.map(({ id, description, amount }) => ({
      ...(id === undefined ? {} : { id }),
      description,
      amount: amountOf(amount),
    }));
  return {
    ...draft,
    ...(Object.fromEntries(FIGURES.map((name) => [name, amountOf(draft[name])])) as Record<
      Figure,
      string
    >),
    seats: limitOf(draft.seats),
    luggage: limitOf(draft.luggage),
    parcel_types: extras(draft.parcel_types),
    options: extras(draft.options),
    cancel_slabs: draft.cancel_slabs.map(({ mins_delayed, amount }) => ({
      mins_delayed: Number(amountOf(mins_delayed)),
      amount: amountOf(amount),
    })),
  };
}
