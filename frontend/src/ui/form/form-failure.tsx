import { useTranslation } from "react-i18next";
import { errorText } from "@/i18n/error-text";
import { Message } from "@/ui/message";
import type { FormState } from "./use-form";

interface FormFailureProps {
  form: Pick<FormState, "failure">;
  /** Replaces the usual text of an error. */
  text?: (error: unknown) => string;
}

/** Why a form was refused, unless a field shows it. */
export function FormFailure({ form, text }: FormFailureProps) {
  const { t } = useTranslation();
  if (!form.failure) return null;
  return (
    <Message tone="danger" urgent>
      {text ? text(form.failure) : errorText(form.failure, t)}
    </Message>
  );
}
