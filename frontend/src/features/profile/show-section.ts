/** Scrolls to a section of the profile, and focuses its heading. */
export function showSection(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView();
  section?.querySelector("h2")?.focus({ preventScroll: true });
}
