import { useMergedRef, useResizeObserver } from "@mantine/hooks";
import { useCallback, useEffect, useRef, useState } from "react";

/** Rows drawn above and below the visible ones. */
const SPARE = 4;
/** Before the box has been measured. */
const ASSUMED_HEIGHT = 800;

/** Draws only the visible rows of a long list: all rows have the same height, the box scrolls. */
export function useWindowed(count: number, rowHeight: number) {
  const box = useRef<HTMLDivElement>(null);
  const [measure, { height }] = useResizeObserver<HTMLDivElement>();
  const ref = useMergedRef(measure, box);
  const [row, setRow] = useState(0);
  const onScroll = useCallback(() => {
    if (box.current) setRow(Math.floor(box.current.scrollTop / rowHeight));
  }, [rowHeight]);
  // Another row height, or fewer rows, moves what is visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count moves the scroll position.
  useEffect(onScroll, [onScroll, count]);
  /** Scrolls as little as needed to show a row. */
  const reveal = useCallback(
    (index: number) => {
      const element = box.current;
      if (!element || index < 0) return;
      const top = index * rowHeight;
      const bottom = top + rowHeight;
      if (top < element.scrollTop) {
        element.scrollTop = top;
      } else if (bottom > element.scrollTop + element.clientHeight) {
        element.scrollTop = bottom - element.clientHeight;
      } else return;
      // Drawn with the change itself, not after the browser's event.
      onScroll();
    },
    [rowHeight, onScroll],
  );
  const visible = Math.ceil((height || ASSUMED_HEIGHT) / rowHeight);
  return {
    box,
    ref,
    onScroll,
    reveal,
    from: Math.max(0, Math.min(row, count - 1) - SPARE),
    to: Math.min(count, row + visible + SPARE),
    total: count * rowHeight,
  };
}
