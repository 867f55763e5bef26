/**
 * What the server has to know before any script runs, to send the page in the right language and of the right
 * kind. No secrets: whoever changes them sees another first page for a moment. boot.js writes the same two.
 */
export type PageCookie = "hansom_language" | "hansom_role";

const YEAR = 31_536_000;

/** Null forgets it. */
export function keepPageCookie(name: PageCookie, value: string | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser, and not at once.
  document.cookie = `${name}=${value ?? ""}; path=/; samesite=lax; max-age=${value ? YEAR : 0}`;
}
