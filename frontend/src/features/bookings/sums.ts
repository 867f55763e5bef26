import type { BookingRow } from "@/api/types";

const PLACES = 4;

/** Converts a decimal string to its smallest unit, so that sums are exact. */
function unitsOf(amount: string): bigint {
  const [whole = "0", part = ""] = amount.replace("-", "").split(".");
  const units = BigInt(whole + part.padEnd(PLACES, "0").slice(0, PLACES));
  return amount.startsWith("-") ? -units : units;
}

function written(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(PLACES + 1, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

const SUMMED = [
  "charged_amount",
  "customer_paid",
  "convenience_fees",
  "cancellation_fee",
] as const satisfies readonly (keyof BookingRow)[];
export type Summed = (typeof SUMMED)[number];

/** Returns the sum of each column. A column that the viewer may not see has no sum. */
export function sumsOf(rows: readonly BookingRow[]): { column: Summed; amount: string }[] {
  return SUMMED.flatMap((column) => {
    const amounts = rows.map((row) => row[column]);
    if (amounts.some((amount) => amount === null || amount === undefined)) return [];
    return [
      { column, amount: written(amounts.reduce((sum, one) => sum + unitsOf(one ?? "0"), 0n)) },
    ];
  });
}
