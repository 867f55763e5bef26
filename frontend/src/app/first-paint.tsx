import { type ReactNode, Suspense, useSyncExternalStore } from "react";
import { likelyRole } from "@/api/token";
import type { UserType } from "@/api/types";

const never = () => () => undefined;

/** False while the prepared page is taken over: what it could not know is said right after. */
export function useIsHere(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** What the first page shows before and while its lazy part is on the way; the prepared page holds only `before`. */
export function AfterFirstPaint({ before, children }: { before: ReactNode; children: ReactNode }) {
  return useIsHere() ? <Suspense fallback={before}>{children}</Suspense> : before;
}

/** Who was here last; nobody, as far as the prepared page knows. */
export function useLastRole(): UserType | null {
  return useSyncExternalStore(never, likelyRole, () => null);
}
