import { ApiError } from "@/api/error";

/** The errors of a form by the path of the field: a message, or true if it is shown elsewhere. */
export type FieldErrors = Record<string, string | true>;

/** Returns whether a path, such as "options.0.amount", leads to a value of the form. */
function isField(values: object, path: string): boolean {
  let value: unknown = values;
  for (const part of path.split(".")) {
    if (typeof value !== "object" || value === null || !(part in value)) return false;
    value = (value as Record<string, unknown>)[part];
  }
  return true;
}

export interface FieldNames<T extends object> {
  /** Returns the form's path of a name that the server uses. */
  pathOf?: ((name: string) => string) | undefined;
  /** Returns the fields of an error that names none. */
  marks?: ((error: ApiError, values: T) => readonly (keyof T & string)[]) | undefined;
}

/** Returns the fields that an error concerns: those that the server names, else those that its code means. */
export function fieldErrors<T extends object>(
  error: unknown,
  values: T,
  names: FieldNames<T>,
): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  const { pathOf = (name) => name, marks = () => [] } = names;
  const named = Object.entries(error.fields)
    .map(([name, message]) => [pathOf(name), message] as const)
    .filter(([path]) => isField(values, path));
  if (named.length > 0) return Object.fromEntries(named);
  return Object.fromEntries(marks(error, values).map((path) => [path, true]));
}

const WRONG = '[aria-invalid="true"]';
const CONTROL = "input, textarea, select, button";

/** Scrolls to the first field with an error and focuses it. */
export function focusFirstError(form: HTMLElement): void {
  const field = [...form.querySelectorAll<HTMLElement>(WRONG)]
    // Some components mark the box around their control.
    .map((each) => (each.matches(CONTROL) ? each : each.querySelector<HTMLElement>(CONTROL)))
    .find((each) => each && !each.matches(":disabled"));
  field?.scrollIntoView?.({ block: "center" });
  field?.focus({ preventScroll: true });
}
