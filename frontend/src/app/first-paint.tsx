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
 * False during the hydration of the prepared page. What that page cannot know follows in a transition, which React
 * renders in slices, so that a slow phone still responds to taps.
 */
export function useIsHere(): boolean {
  const [isHere, setIsHere] = useState(() => wasHere);
  useEffect(() => {
    wasHere = true;
    startTransition(() => setIsHere(true));
  }, []);
  return isHere;
}

/** What the first page shows before and while its lazy part is on the way; the prepared page holds only `before`. */
export function AfterFirstPaint({ before, children }: { before: ReactNode; children: ReactNode }) {
  return useIsHere() ? <Suspense fallback={before}>{children}</Suspense> : before;
}

/** The last user's role; none on the prepared page. */
export function useLastRole(): UserType | null {
  return useSyncExternalStore(never, likelyRole, () => null);
}
