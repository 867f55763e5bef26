import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./bottom-sheet.module.css";

export type Snap = "peek" | "half" | "full";

interface BottomSheetProps {
  /** The accessible name. */
  label: string;
  children: ReactNode;
  snap?: Snap;
  onSnapChange?: (snap: Snap) => void;
}

const ORDER: readonly Snap[] = ["peek", "half", "full"];
const FLICK_PX = 40;

function step(from: Snap, by: 1 | -1): Snap {
  const at = ORDER.indexOf(from) + by;
  return ORDER[Math.min(ORDER.length - 1, Math.max(0, at))] ?? from;
}

/**
 * A panel over a map. On a phone it is a bottom sheet that snaps to three heights by drag, tap or key; from
 * 48em up it is a plain panel that its parent positions.
 */
export function BottomSheet({ label, children, snap, onSnapChange }: BottomSheetProps) {
  const { t } = useTranslation();
  const [own, setOwn] = useState<Snap>("half");
  const [pull, setPull] = useState(0);
  const from = useRef<number | null>(null);
  const shown = snap ?? own;

  const go = (next: Snap) => {
    setOwn(next);
    onSnapChange?.(next);
  };

  const grab = (event: PointerEvent<HTMLElement>) => {
    from.current = event.clientY;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent) => {
    if (from.current !== null) setPull(event.clientY - from.current);
  };
  const release = () => {
    if (from.current === null) return;
    from.current = null;
    if (Math.abs(pull) > FLICK_PX) go(step(shown, pull < 0 ? 1 : -1));
    else if (Math.abs(pull) < 4) go(shown === "full" ? "half" : step(shown, 1));
    setPull(0);
  };

  return (
    <section
      className={classes.sheet}
      data-snap={shown}
      data-dragging={from.current !== null || undefined}
      style={{ "--pull": `${pull}px` } as React.CSSProperties}
      aria-label={label}
    >
      <button
        type="button"
        className={classes.handle}
        aria-expanded={shown === "full"}
        aria-label={t(shown === "full" ? "sheet.collapse" : "sheet.expand")}
        onPointerDown={grab}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={(event) => {
          if (event.key === "ArrowUp") go(step(shown, 1));
          if (event.key === "ArrowDown") go(step(shown, -1));
          if (event.key === "Enter" || event.key === " ") go(shown === "full" ? "half" : "full");
        }}
      />
      <div className={classes.body}>{children}</div>
    </section>
  );
}
