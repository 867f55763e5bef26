/**
 * What the server needs before any script runs, to send the page in the right language and for the right
 * role. No secrets: a changed cookie only shows another first page for a moment. boot.js writes the same two.
 */
export type PageCookie = "hansom_language" | "hansom_role";

const YEAR = 31_536_000;

/** Null forgets it. */
export function keepPageCookie(name: PageCookie, value: string | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser, and not at once.
  document.cookie = `${name}=${value ?? ""}; path=/; samesite=lax; max-age=${value ? YEAR : 0}`;
}
