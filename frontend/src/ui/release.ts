import { pendingWrites } from "@/api/writes";
import { isGuarded } from "./leaving";

/** The release for which this page was reloaded, so that it reloads only once. */
const STORAGE_KEY = "hansom.loaded-for";
const POLL_MS = 1000;

const listeners = new Set<() => void>();
let outdated = false;
let reloading = false;

/** Returns the page's entry script, whose name is a hash of everything that it loads. */
export function runningRelease(): string | undefined {
  return document.querySelector('script[type="module"]')?.getAttribute("src") ?? undefined;
}

/** Returns the server's entry script; the service worker's cached page has another URL. */
async function latestRelease(): Promise<string | undefined> {
  const page = await fetch("/static/index.html?latest", { cache: "no-store" });
  return page.ok
    ? /<script type="module"[^>]* src="([^"]+)"/.exec(await page.text())?.[1]
    : undefined;
}

export const isOutdated = () => outdated;

export function watchRelease(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the server's newer release, if any; undefined without a response. */
export async function checkRelease(): Promise<string | undefined> {
  const latest = await latestRelease().catch(() => undefined);
  if (!latest || latest === runningRelease()) return undefined;
  outdated = true;
  for (const notify of listeners) notify();
  return latest;
}

/**
 * Returns whether a reload loses nothing: no unsaved changes, pending requests, focused input or open dialog.
 */
function isSafeMoment(): boolean {
  const { activeElement: focused } = document;
  const typing =
    (focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement) &&
    focused.value !== "";
  const open = document.querySelector('[role="dialog"], [role="alertdialog"]');
  return !isGuarded() && pendingWrites() === 0 && !typing && !open;
}

function reloadWhenSafe(reload: () => void): void {
  if (reloading) return;
  reloading = true;
  const check = () => (isSafeMoment() ? reload() : void setTimeout(check, POLL_MS));
  check();
}

/**
 * Handles a chunk that failed to load. If the server has a newer release, the page reloads once, as soon as
 * nothing would be lost, and the component stays pending until then. Otherwise the error is thrown.
 */
export async function reloadOrThrow(
  failure: unknown,
  reload = () => location.reload(),
): Promise<never> {
  const latest = await checkRelease();
  if (!latest || sessionStorage.getItem(STORAGE_KEY) === latest) throw failure;
  reloadWhenSafe(() => {
    sessionStorage.setItem(STORAGE_KEY, latest);
    reload();
  });
  return new Promise<never>(() => undefined);
}
