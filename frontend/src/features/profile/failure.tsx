import { useTranslation } from "react-i18next";
import { errorText } from "@/i18n/error-text";
import classes from "./form.module.css";

interface FailureProps {
  /** Nothing is shown for none. */
  error: unknown;
  id?: string;
}

/** What went wrong, beside what failed. */
export function Failure({ error, id }: FailureProps) {
  const { t } = useTranslation();
  if (!error) return null;
  return (
    <p id={id} className={classes.error} role="alert">
      {errorText(error, t)}
    </p>
  );
}
