/** Whether a date or time in this form could not be read; the first such field gets the focus. */
export function hasUnreadable(form: HTMLElement | null): boolean {
  const field = form?.querySelector<HTMLElement>("[data-unreadable]");
  field?.focus();
  return field != null;
}
