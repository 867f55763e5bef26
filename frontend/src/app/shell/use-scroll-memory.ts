import { useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

const STORED = "hansom.scroll";
const INPUT = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** The scroll position of each history entry, by key and path; kept for a reload. */
const positions = readPositions();

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? "{}");
  } catch {
    return {};
  }
}

/** Restores the scroll position on Back, Forward and reload; other navigation scrolls to the top. */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation();
  // A jump within the page has no key of its own.
  const entry = `${key} ${pathname}`;
  const navigation = useNavigationType();
  const shownPath = useRef<string | null>(null);

  useEffect(() => {
    window.history.scrollRestoration = "manual";
    const store = () => sessionStorage.setItem(STORED, JSON.stringify(positions));
    window.addEventListener("pagehide", store);
    return () => window.removeEventListener("pagehide", store);
  }, []);

  // In the commit that replaces the page: its next scroll event belongs to the new entry.
  // biome-ignore lint/correctness/useExhaustiveDependencies: restores once per history entry.
  useLayoutEffect(() => {
    const known = navigation === NavigationType.Pop ? positions[entry] : undefined;
    const isNewPage = shownPath.current !== pathname;
    shownPath.current = pathname;
    if (known === undefined && isNewPage) window.scrollTo({ top: 0, behavior: "instant" });
    const stop = known === undefined ? undefined : scrollOnceTallEnough(known);
    const remember = () => {
      positions[entry] = window.scrollY;
    };
    remember();
    window.addEventListener("scroll", remember, { passive: true });
    return () => {
      window.removeEventListener("scroll", remember);
      stop?.();
    };
  }, [entry]);
}

/** Scrolls as far as the page allows while it loads, until the position is reached or the user acts. */
function scrollOnceTallEnough(top: number): () => void {
  const stop = () => {
    growth.disconnect();
    for (const type of INPUT) window.removeEventListener(type, stop, true);
  };
  const growth = new ResizeObserver(() => {
    scroll();
  });
  const scroll = () => {
    window.scrollTo({ top, behavior: "instant" });
    if (Math.abs(window.scrollY - top) < 1) stop();
  };
  growth.observe(document.body);
  for (const type of INPUT) window.addEventListener(type, stop, { capture: true, passive: true });
  scroll();
  return stop;
}
