import { useMutation } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { type PasswordPolicy, type Registered, signUp } from "@/api/auth";
import { ApiError } from "@/api/error";
import { readMobile } from "@/api/mobile-number";
import { newIdempotencyKey } from "@/api/request";
import { enter } from "@/api/sign-in";
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

interface Entry {
  typed: RegisterForm;
  rules: Rules;
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
  const [form, setForm] = useState<RegisterForm>({ ...EMPTY_FORM, referral_id: referralId });
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  /** A retry with an unknown outcome sends the same key and body. */
  const attempt = useRef<{ sent: string; key: string } | null>(null);

  const reading = useRef(false);

  const send = useMutation({
    mutationFn: async ({ typed, rules }: Entry): Promise<Registered> => {
      const registration = await registrationOf(typed, rules.role, rules);
      const sent = JSON.stringify(registration);
      if (attempt.current?.sent !== sent) attempt.current = { sent, key: newIdempotencyKey() };
      const answer = await signUp(registration, attempt.current.key);
      if (answer.session) await enter(answer.session);
      return answer;
    },
    onSuccess: (answer, { typed }) => onRegistered(answer, typed.email.trim()),
    onError: (error) => {
      const unknown = error instanceof ApiError && (error.isOffline || error.status >= 500);
      if (!unknown) attempt.current = null;
    },
  });

  const problem = useMemo(
    () =>
      refusal ? { ...refusal, error: new ApiError(400, refusal.code, "") } : problemOf(send.error),
    [refusal, send.error],
  );

  const clear = () => {
    setRefusal(null);
    send.reset();
  };

  return {
    form,
    change: (part: Partial<RegisterForm>) => {
      // The rejected value has changed, so its error no longer applies.
      if (refusal || send.isError) clear();
      setForm((before) => ({ ...before, ...part }));
    },
    submit: (rules: Rules) => {
      clear();
      if (reading.current) return;
      reading.current = true;
      void numberOf(form, rules)
        .then((number) => {
          const typed = { ...form, mobile: { ...form.mobile, number } };
          const found = firstRefusal(typed, rules.role, rules.policy);
          setRefusal(found);
          if (!found) send.mutate({ typed, rules });
        })
        .finally(() => {
          reading.current = false;
        });
    },
    clear,
    problem,
    checking: send.isPending,
  };
}
