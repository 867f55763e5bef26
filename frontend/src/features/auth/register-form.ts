import type { PasswordPolicy, Registration } from "@/api/auth";
import { type MobileEntry, NO_MOBILE } from "@/ui/mobile-fields";
import { passwordFits } from "@/ui/password-policy";
import { isEmail } from "./checks";

export type Role = "rider" | "driver";

/** The input of the register page. Drivers have more fields than riders. */
export interface RegisterForm {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
  mobile: MobileEntry;
  referral_id: string;
  bank_name: string;
  bank_code: string;
  bank_account: string;
  vehicle_make: string;
  vehicle_model: string;
  vehicle_number: string;
  other_info: string;
  car_type: number | null;
  /** The token of the picture, whose upload may still run; "" without a picture. */
  license_image: Promise<string> | "";
  /** The ids of the versions that the user agrees to. */
  terms: number[];
}

export type Field = Exclude<keyof RegisterForm, "mobile"> | "phone" | "country";

export const EMPTY_FORM: RegisterForm = {
  first_name: "",
  last_name: "",
  email: "",
  password: "",
  mobile: NO_MOBILE,
  referral_id: "",
  bank_name: "",
  bank_code: "",
  bank_account: "",
  vehicle_make: "",
  vehicle_model: "",
  vehicle_number: "",
  other_info: "",
  car_type: null,
  license_image: "",
  terms: [],
};

/** A rejection: the specification's code, and the fields that it concerns. */
export interface Refusal {
  code: string;
  fields: readonly Field[];
}

const blank = (text: string) => text.trim() === "";

/** Runs the client-side checks in the specification's order. `number` is the parsed number, or "" if it is invalid. */
export function firstRefusal(
  form: RegisterForm,
  role: Role,
  policy: PasswordPolicy,
): Refusal | null {
  const names = (["first_name", "last_name"] as const).filter((name) => blank(form[name]));
  if (names.length > 0) return { code: "proper_input_name", fields: names };
  if (!isEmail(form.email)) return { code: "proper_email", fields: ["email"] };
  if (!passwordFits(policy, form.password)) {
    return { code: "password_alphaNumeric_check", fields: ["password"] };
  }
  if (form.mobile.number === "") {
    return { code: "mobile_no_blank_error", fields: ["phone"] };
  }
  return role === "driver" ? missingVehicle(form) : null;
}

function missingVehicle(form: RegisterForm): Refusal | null {
  const texts = ["vehicle_make", "vehicle_model", "vehicle_number"] as const;
  const fields: Field[] = texts.filter((name) => blank(form[name]));
  if (form.car_type === null) fields.push("car_type");
  return fields.length > 0 ? { code: "vehicle_incomplete", fields } : null;
}

const CODE_FIELDS: Record<string, readonly Field[]> = {
  proper_input_name: ["first_name", "last_name"],
  proper_email: ["email"],
  password_alphaNumeric_check: ["password"],
  mobile_no_blank_error: ["phone"],
  user_exists: ["email", "phone"],
  referer_not_found: ["referral_id"],
  terms_due: ["terms"],
};

/** Returns the fields that the server's error names, or the fields that its code concerns. */
export function fieldsOf(code: string, named: Record<string, string>): readonly Field[] {
  const known = Object.keys(named)
    .map((name) => name.replace(/^driver\./, ""))
    .map((name) => (name === "mobile" ? "phone" : name))
    .filter((name): name is Field => name in EMPTY_FORM || name === "phone" || name === "country");
  return known.length > 0 ? known : (CODE_FIELDS[code] ?? []);
}

interface Shown {
  country: string | undefined;
  bankFields: boolean;
}

/** Returns a full number with its country, or the typed digits if the number cannot be parsed. */
function numberOf(number: string, country: string | undefined) {
  if (number.startsWith("+")) return { mobile: number };
  return { ...(country ? { country } : {}), phone: number };
}

/** Returns the request body with only the fields that the form showed, when the picture is uploaded. */
export async function registrationOf(
  form: RegisterForm,
  role: Role,
  shown: Shown,
): Promise<Registration> {
  const license_image = role === "driver" ? await form.license_image : "";
  const { bank_name, bank_code, bank_account } = form;
  return {
    first_name: form.first_name.trim(),
    last_name: form.last_name.trim(),
    email: form.email.trim(),
    password: form.password,
    ...numberOf(form.mobile.number, shown.country),
    ...(blank(form.referral_id) ? {} : { referral_id: form.referral_id.trim() }),
    user_type: role,
    ...(form.terms.length > 0 ? { terms: form.terms } : {}),
    ...(shown.bankFields ? { bank_name, bank_code, bank_account } : {}),
    ...(role === "driver"
      ? {
          driver: {
            vehicle_make: form.vehicle_make,
            vehicle_model: form.vehicle_model,
            vehicle_number: form.vehicle_number,
            other_info: form.other_info,
            car_type: form.car_type,
          },
          ...(license_image ? { license_image } : {}),
        }
      : {}),
  };
}
