/**
 * Cookies that the server reads before any script runs, to send the page in the right language and for the
 * right role. They are not secret: a modified cookie only shows another first page for a moment. boot.js sets
 * the same two.
 */
export type PageCookie = "hansom_language" | "hansom_role";

const YEAR = 31_536_000;

/** Sets a cookie; null removes it. */
export function setPageCookie(name: PageCookie, value: string | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API, and it is asynchronous.
  document.cookie = `${name}=${value ?? ""}; path=/; samesite=lax; max-age=${value ? YEAR : 0}`;
}
