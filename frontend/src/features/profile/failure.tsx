import { useTranslation } from "react-i18next";
import { errorText } from "@/i18n/error-text";
import classes from "./form.module.css";

interface FailureProps {
  /** Null renders nothing. */
  error: unknown;
  id?: string;
}

/** The error message of a failed action. */
export function Failure({ error, id }: FailureProps) {
  const { t } = useTranslation();
  if (!error) return null;
  return (
    <p id={id} className={classes.error} role="alert">
      {errorText(error, t)}
    </p>
  );
}
