import { useCallback, useEffect, useRef, useState } from "react";
import { useTripAction } from "./use-trip-action";

/** How long cancelling an unpaid booking can be undone. */
export const UNDO_MS = 1_500;

/**
 * Cancels an unpaid booking without a reason; for a moment it can be undone. Leaving the page in that moment
 * cancels at once.
 */
export function useUndoableCancel(bookingId: number) {
  const { mutate, reset, isPending, isSuccess, error } = useTripAction(bookingId, "cancel");
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const [waiting, setWaiting] = useState(false);

  const send = useCallback(() => {
    timer.current = null;
    setWaiting(false);
    mutate({});
  }, [mutate]);

  useEffect(
    () => () => {
      if (timer.current === null) return;
      clearTimeout(timer.current);
      timer.current = null;
      mutate({});
    },
    [mutate],
  );

  return {
    /** Whether the cancellation can still be undone, or is being sent. */
    underWay: waiting || isPending,
    waiting,
    done: isSuccess,
    error,
    begin: () => {
      if (timer.current !== null) return;
      reset();
      setWaiting(true);
      timer.current = setTimeout(send, UNDO_MS);
    },
    undo: () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
      setWaiting(false);
    },
  };
}

export type UndoableCancel = ReturnType<typeof useUndoableCancel>;
