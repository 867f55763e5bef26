/** Returns whether a form has an invalid date or time; focuses the first such field. */
export function hasInvalidDate(form: HTMLElement | null): boolean {
  const field = form?.querySelector<HTMLElement>("[data-invalid-date]");
  field?.focus();
  return field != null;
}
