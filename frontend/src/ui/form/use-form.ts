import { type GetInputPropsReturnType, useForm as useFields } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { toast } from "@/ui/toast";
import { type FieldErrors, type FieldNames, fieldErrors } from "./refusal";
import { useServerValues } from "./use-server-values";

export interface FormOptions<T extends object, R> extends FieldNames<T> {
  /** The values before the user's first input; with `follow`, the server's current values. */
  values: T;
  /** Whether fields that the user has not changed follow later changes of `values`. */
  follow?: boolean;
  /** Sends the values. An ApiError that it throws before the request is shown like the server's. */
  send: (values: T) => R | Promise<R>;
  /** The toast after a success. */
  notice?: string | ((result: R) => string);
  onDone?: (result: R, values: T) => unknown;
  /** Called before the errors are shown. */
  onRefused?: (error: unknown, fields: FieldErrors) => void;
}

/** The error of the last attempt, until the next change; `count` distinguishes attempts. */
interface Refusal {
  error: unknown;
  count: number;
}

/**
 * The state of a form: values, unsaved changes, a pending request, and the errors of a refusal at their fields.
 * The server validates; `send` may refuse what needs no request.
 */
export function useForm<T extends object, R = unknown>(options: FormOptions<T, R>) {
  const { values, follow = false, send, notice, onDone } = options;
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const [refusal, setRefusal] = useState<Refusal>({ error: null, count: 0 });
  const forget = useCallback(() => setRefusal(({ count }) => ({ error: null, count })), []);
  const following = useRef(false);
  const fields = useFields<T>({
    initialValues: values,
    // Mantine's PasswordInput does not set it.
    enhanceGetInputProps: ({ inputProps }) =>
      inputProps.error ? { "aria-invalid": true } : undefined,
    onValuesChange: useCallback(() => {
      if (following.current) return;
      forget();
      // The message of these fields is no longer visible.
      setErrors.current((errors) =>
        Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== true)),
      );
    }, [forget]),
  });
  const setErrors = useRef(fields.setErrors);
  const { conflicts, settle, clearConflicts } = useServerValues({
    fields,
    values,
    follow,
    following,
  });

  const { getValues } = fields;
  const refuse = useCallback(
    (error: unknown) => {
      const found = fieldErrors(error, getValues(), latest.current);
      latest.current.onRefused?.(error, found);
      setErrors.current(found);
      setRefusal(({ count }) => ({ error, count: count + 1 }));
    },
    [getValues],
  );
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async (sent: T) => send(sent),
    onSuccess: async (result, sent) => {
      if (follow) settle();
      if (notice) toast.success(typeof notice === "string" ? notice : notice(result));
      await onDone?.(result, sent);
    },
    onError: refuse,
  });
  const forgetRefusal = () => {
    forget();
    fields.clearErrors();
  };

  const atFields = Object.values(fields.errors).some((message) => typeof message === "string");
  return {
    ...fields,
    /** The props of a field, by its path. */
    field: fields.getInputProps as (
      ...field: Parameters<typeof fields.getInputProps>
    ) => GetInputPropsReturnType & Required<Pick<GetInputPropsReturnType, "value">>,
    errorOf: (path: string) => (fields.errors[path] as string | true | undefined) ?? false,
    isChanged: fields.isDirty(),
    conflicts,
    isPending,
    isSuccess,
    /** The error of the last attempt, unless a field has its message. */
    failure: atFields ? null : refusal.error,
    refusal,
    /** Shows an error that was found without a request. */
    refuse,
    forgetRefusal,
    submit: () => {
      if (isPending) return;
      forgetRefusal();
      mutate(getValues());
    },
    reset: () => {
      forgetRefusal();
      clearConflicts();
      fields.reset();
    },
  };
}

/** What the components of a form need of its state. */
export type FormState = Pick<
  ReturnType<typeof useForm>,
  "isChanged" | "isPending" | "failure" | "refusal" | "submit"
>;
