import { ApiError } from "@/api/error";
import { type Arrival, signIn } from "@/api/sign-in";
import { useForm } from "@/ui/form/use-form";
import { isEmail } from "./checks";
import { isAlert, signOutAfter } from "./sign-in-errors";

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
  const form = useForm({
    values: EMPTY,
    send: (typed) => {
      if (!isComplete(typed)) {
        throw new ApiError(400, "login_validate_error", "Enter a valid email and password.");
      }
      return signIn({ email: typed.email.trim(), password: typed.password });
    },
    marks: (error) => (isAlert(error) ? [] : ["email"]),
    onDone: onArrived,
    onRefused: (error): void => {
      signOutAfter(error);
      // The specification clears both fields after this rejection.
      if (error instanceof ApiError && error.code === "login_validate_error") form.setValues(EMPTY);
    },
  });

  return {
    form,
    /** Fills the form and sends it, for the demo accounts. */
    enterAs: (credentials: Credentials) => {
      form.setValues(credentials);
      form.submit();
    },
    working: form.isPending || form.isSuccess,
    error: form.refusal.error,
  };
}

export type SignInEntry = ReturnType<typeof useSignIn>;
