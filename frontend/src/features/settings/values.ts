import type { AdminSettings, AppInfo } from "@/api/settings";
import type { Field } from "./fields";

/** A value as a field of the form holds it. */
export type FormValue = string | boolean | readonly string[];

const plain = (amount: string) =>
  amount.includes(".") ? amount.replace(/0+$/, "").replace(/\.$/, "") : amount;

/** Converts the server's settings to form values. */
export function formValue(field: Field, known: AdminSettings | AppInfo): FormValue {
  const all = known as unknown as Record<string, unknown>;
  // Stored by name, selected by code.
  const value = field.name === "country" ? all.country_code : all[field.name];
  if (field.kind === "toggle") return value === true;
  if (field.kind === "amounts") return value as string[];
  if (value === null || value === undefined) return "";
  return field.kind === "number" ? plain(String(value)) : String(value);
}

/** Returns the value that a field of the form sends. */
export function sentValue(field: Field, value: FormValue): unknown {
  // "#fb3" is short for "#ffbb33".
  if (field.kind === "color") return String(value).replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3");
  if (field.kind !== "number") return value;
  if (value === "") return null;
  // Normalises typed decimals, because the server requires a digit on both sides of the point.
  return field.whole ? Number(value) : String(value).replace(/^\./, "0.").replace(/\.$/, "");
}

export function sameValue(one: FormValue, other: FormValue): boolean {
  return typeof one === "object" && typeof other === "object"
    ? one.join() === other.join()
    : one === other;
}

/** Returns a number as typed, or "" if it is negative. */
export function typedNumber(text: string, whole: boolean): string {
  const number = text.trim().replace(",", ".");
  if (number === "" || number === ".") return number;
  return (whole ? /^\d+$/ : /^\d*\.?\d*$/).test(number) ? number : "";
}
