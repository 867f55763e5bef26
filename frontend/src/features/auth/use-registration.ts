import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { type PasswordPolicy, type Registered, signUp } from "@/api/auth";
import { ApiError } from "@/api/error";
import { readMobile } from "@/api/mobile-number";
import { newIdempotencyKey } from "@/api/request";
import { enter } from "@/api/sign-in";
import { termsKey } from "@/api/terms";
import { useForm } from "@/ui/form/use-form";
import {
  EMPTY_FORM,
  fieldsOf,
  firstRefusal,
  type Refusal,
  type RegisterForm,
  type Role,
  registrationOf,
} from "./register-form";

/** What the form showed when it was sent. */
interface Rules {
  role: Role;
  policy: PasswordPolicy;
  /** The chosen country, if the form offers the choice. */
  country: string | undefined;
  /** The country used to parse a number without a prefix. */
  home: string | undefined;
  bankFields: boolean;
}

/** The problem of a field, with the server's message where it has one. */
export interface Problem extends Refusal {
  error: ApiError;
}

function problemOf(error: unknown): Problem | null {
  if (!error) return null;
  const known =
    error instanceof ApiError
      ? error
      : new ApiError(0, "reg_error", "We couldn’t create your account. Try again.");
  return { code: known.code, fields: fieldsOf(known.code, known.fields), error: known };
}

/** Returns the full number, or "" if it is invalid. The server decides which countries are accepted. */
async function numberOf({ mobile }: RegisterForm, { home }: Rules): Promise<string> {
  // Without the phone rules the number is sent as typed, and the server decides.
  const full = await readMobile(mobile.number, home).catch(() => undefined);
  return full === undefined ? mobile.number.replace(/[\s-]/g, "") : (full ?? "");
}

/** The register form: checks the input in the specification's order, sends it, and logs in. */
export function useRegistration(
  referralId: string,
  onRegistered: (answer: Registered, email: string) => void,
) {
  const client = useQueryClient();
  const shown = useRef<Rules | null>(null);
  /** A retry with an unknown outcome sends the same key and body. */
  const attempt = useRef<{ sent: string; key: string } | null>(null);

  const form = useForm<RegisterForm, Registered>({
    values: { ...EMPTY_FORM, referral_id: referralId },
    send: async (values) => {
      const rules = shown.current;
      if (!rules) throw new Error("The form was not sent.");
      const number = await numberOf(values, rules);
      const typed = { ...values, mobile: { ...values.mobile, number } };
      const refused = firstRefusal(typed, rules.role, rules.policy);
      if (refused) {
        const fields = Object.fromEntries(refused.fields.map((field) => [field, ""]));
        throw new ApiError(400, refused.code, "", fields);
      }
      const registration = await registrationOf(typed, rules.role, rules);
      const sent = JSON.stringify(registration);
      if (attempt.current?.sent !== sent) attempt.current = { sent, key: newIdempotencyKey() };
      const answer = await signUp(registration, attempt.current.key);
      if (answer.session) await enter(answer.session);
      return answer;
    },
    onDone: (answer, typed) => onRegistered(answer, typed.email.trim()),
    onRefused: (error) => {
      const unknown = error instanceof ApiError && (error.isOffline || error.status >= 500);
      if (!unknown) attempt.current = null;
      // The version that the form shows may be an earlier one.
      if (error instanceof ApiError && error.code === "terms_due") {
        void client.invalidateQueries({ queryKey: termsKey });
      }
    },
  });
  const { error } = form.refusal;

  return {
    form,
    submit: (rules: Rules) => {
      shown.current = rules;
      form.submit();
    },
    problem: useMemo(() => problemOf(error), [error]),
  };
}
