import { writesUnderWay } from "@/api/writes";
import { isGuarded } from "./leaving";

/** The release that this page was loaded again for, so that it never happens twice. */
const MARK = "hansom.loaded-for";
const LOOK_EVERY_MS = 1000;

const listeners = new Set<() => void>();
let outdated = false;
let loadingAgain = false;

/** The first script of a page is named by the content of all that is loaded after it. */
export function runningRelease(): string | undefined {
  return document.querySelector('script[type="module"]')?.getAttribute("src") ?? undefined;
}

/** As the server has it now; the service worker's own copy has another address. */
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

/** The newer release that the server has, if any; without an answer, none. */
export async function checkRelease(): Promise<string | undefined> {
  const latest = await latestRelease().catch(() => undefined);
  if (!latest || latest === runningRelease()) return undefined;
  outdated = true;
  for (const notify of listeners) notify();
  return latest;
}

/** Nothing would be lost: nothing is unsaved, being sent, being typed or open over the page. */
function isSafeMoment(): boolean {
  const { activeElement: focused } = document;
  const typing =
    (focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement) &&
    focused.value !== "";
  const open = document.querySelector('[role="dialog"], [role="alertdialog"]');
  return !isGuarded() && writesUnderWay() === 0 && !typing && !open;
}

function loadAgainWhenSafe(reload: () => void): void {
  if (loadingAgain) return;
  loadingAgain = true;
  const look = () => (isSafeMoment() ? reload() : void setTimeout(look, LOOK_EVERY_MS));
  look();
}

/**
 * For a part that did not load: where the server has a newer release the page is loaded again, once, as soon as
 * nothing is lost by it, and what waits for the part goes on waiting. Else it is a failure like any other.
 */
export async function orNextRelease(
  failure: unknown,
  reload = () => location.reload(),
): Promise<never> {
  const latest = await checkRelease();
  if (!latest || sessionStorage.getItem(MARK) === latest) throw failure;
  loadAgainWhenSafe(() => {
    sessionStorage.setItem(MARK, latest);
    reload();
  });
  return new Promise<never>(() => undefined);
}
