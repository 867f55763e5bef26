import { type ComponentProps, type FormEvent, useEffect, useRef } from "react";
import { hasInvalidDate } from "@/ui/dates/invalid-date";
import { useUnsaved } from "@/ui/guarded";
import { focusFirstError } from "./refusal";
import type { FormState } from "./use-form";

interface FormProps extends Omit<ComponentProps<"form">, "form" | "onSubmit"> {
  form: FormState;
  /** Called instead of sending: confirms first, or sends something else. */
  onSubmit?: (() => void) | undefined;
}

/**
 * The only form element of the app. It sends the form's state, focuses the first field that was refused, and
 * reports unsaved changes to the dialog around it.
 */
export function Form({ form, onSubmit, children, ref, ...props }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const shown = useRef(form.refusal.count);
  const { isPending, refusal } = form;
  useUnsaved(form.isChanged);

  useEffect(() => {
    // Pending forms may be disabled, and disabled fields take no focus.
    if (isPending || shown.current === refusal.count) return;
    shown.current = refusal.count;
    if (element.current) focusFirstError(element.current);
  }, [isPending, refusal]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React events bubble from a dialog that is drawn elsewhere.
    if (event.target !== event.currentTarget || hasInvalidDate(event.currentTarget)) return;
    (onSubmit ?? form.submit)();
  };
  return (
    <form
      {...props}
      ref={(node) => {
        element.current = node;
        if (typeof ref === "function") ref(node);
        else if (ref) ref.current = node;
      }}
      noValidate
      onSubmit={submit}
    >
      {children}
    </form>
  );
}
