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

/** Requires a valid email address and a password. Anything else is `login_validate_error`. */
function isComplete({ email, password }: Credentials): boolean {
  return isEmail(email) && password !== "";
}

/** The state of the login form. */
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
      // The specification clears both fields after this rejection.
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
    /** Fills the form and sends it, for the demo accounts. */
    enterAs: (credentials: Credentials) => {
      setTyped(credentials);
      submit(credentials);
    },
    /** Closing the error clears the form. */
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
