import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "@/api/error";
import { type Arrival, signIn } from "@/api/sign-in";
import { isEmail } from "./checks";
import { signOutAfter } from "./sign-in-errors";

interface Credentials {
  email: string;
  password: string;
}

const EMPTY: Credentials = { email: "", password: "" };

/** A valid e-mail address and a password that is not empty: anything else is `login_validate_error`. */
function isComplete({ email, password }: Credentials): boolean {
  return isEmail(email) && password !== "";
}

/** The state of the sign-in form: what is typed, what went wrong, and the way in. */
export function useSignIn(onArrived: (arrival: Arrival) => void) {
  const [typed, setTyped] = useState<Credentials>(EMPTY);
  const [invalid, setInvalid] = useState<ApiError | null>(null);
  const enter = useMutation({
    mutationFn: signIn,
    onSuccess: onArrived,
    onError: signOutAfter,
  });

  const submit = (credentials: Credentials) => {
    enter.reset();
    if (!isComplete(credentials)) {
      // The documents clear both fields after this refusal.
      setTyped(EMPTY);
      setInvalid(new ApiError(400, "login_validate_error", "Enter a valid email and password."));
      return;
    }
    setInvalid(null);
    enter.mutate({ email: credentials.email.trim(), password: credentials.password });
  };

  return {
    typed,
    change: (part: Partial<Credentials>) => {
      setInvalid(null);
      setTyped((before) => ({ ...before, ...part }));
    },
    submit,
    /** Fills the form and sends it: the demonstration accounts. */
    enterAs: (credentials: Credentials) => {
      setTyped(credentials);
      submit(credentials);
    },
    /** Closing what went wrong clears it and the form. */
    dismiss: () => {
      enter.reset();
      setInvalid(null);
      setTyped(EMPTY);
    },
    working: enter.isPending || enter.isSuccess,
    error: invalid ?? enter.error,
  };
}

export type SignInEntry = ReturnType<typeof useSignIn>;
