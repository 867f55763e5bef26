import {
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { likelyRole } from "@/api/token";
import type { UserType } from "@/api/types";

const never = () => () => undefined;

let wasHere = false;

/**
 * Returns false while the prepared page hydrates. Content that the prepared page cannot know follows in a
 * transition, which React renders in slices, so that a slow phone still responds to taps.
 */
export function useHydrated(): boolean {
  const [isHere, setIsHere] = useState(() => wasHere);
  useEffect(() => {
    wasHere = true;
    startTransition(() => setIsHere(true));
  }, []);
  return isHere;
}

/** Shows `before` until the lazy part is loaded; the prepared page contains only `before`. */
export function AfterFirstPaint({ before, children }: { before: ReactNode; children: ReactNode }) {
  return useHydrated() ? <Suspense fallback={before}>{children}</Suspense> : before;
}

/** Returns the last user's role; null on the prepared page. */
export function useLastRole(): UserType | null {
  return useSyncExternalStore(never, likelyRole, () => null);
}
