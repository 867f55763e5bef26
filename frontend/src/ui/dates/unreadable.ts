/** Returns whether a form has an invalid date or time; focuses the first such field. */
export function hasUnreadable(form: HTMLElement | null): boolean {
  const field = form?.querySelector<HTMLElement>("[data-unreadable]");
  field?.focus();
  return field != null;
}
