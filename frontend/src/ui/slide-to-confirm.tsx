import { IconCheck, IconChevronsRight } from "@tabler/icons-react";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./slide-to-confirm.module.css";

interface SlideToConfirmProps {
  label: string;
  /** While its promise is pending the slider stays at its end; a rejection returns it to the start. */
  onConfirm: () => unknown;
  tone?: "lamp" | "go" | "danger";
  /** Why the action is disabled; shown instead of the label. */
  disabledReason?: string | undefined;
}

const ENOUGH = 0.9;
const HOLD_MS = 700;

/** Confirms an action that must not happen by accident: slide across, or hold Enter or Space. */
export function SlideToConfirm({
  label,
  onConfirm,
  tone = "lamp",
  disabledReason,
}: SlideToConfirmProps) {
  const { t } = useTranslation();
  const track = useRef<HTMLDivElement>(null);
  const grab = useRef<{ x: number; width: number; sign: number } | null>(null);
  const holding = useRef<ReturnType<typeof setTimeout>>(undefined);
  const heldFrom = useRef(0);
  const confirming = useRef(false);
  const [progress, setProgress] = useState(0);
  const [phase, setPhase] = useState<"rest" | "drag" | "hold" | "working">("rest");
  const blocked = disabledReason !== undefined || phase === "working";

  const confirm = async () => {
    // The timer and the key's release may both fire before the next render.
    if (confirming.current) return;
    confirming.current = true;
    setPhase("working");
    setProgress(1);
    try {
      await onConfirm();
    } catch {
      // The caller shows the error; the handle only returns.
    } finally {
      confirming.current = false;
      setPhase("rest");
      setProgress(0);
    }
  };

  const startDrag = (event: PointerEvent<HTMLElement>) => {
    const box = track.current?.getBoundingClientRect();
    if (blocked || !box) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const sign = document.documentElement.dir === "rtl" ? -1 : 1;
    grab.current = { x: event.clientX, width: box.width - box.height, sign };
    setPhase("drag");
  };

  const move = (event: PointerEvent) => {
    if (!grab.current) return;
    const { x, width, sign } = grab.current;
    const way = width > 0 ? ((event.clientX - x) * sign) / width : 0;
    setProgress(Math.min(1, Math.max(0, way)));
  };

  const endDrag = () => {
    if (!grab.current) return;
    grab.current = null;
    if (progress >= ENOUGH) void confirm();
    else {
      setPhase("rest");
      setProgress(0);
    }
  };

  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (blocked || event.repeat || phase === "hold") return;
    setPhase("hold");
    heldFrom.current = event.timeStamp;
    holding.current = setTimeout(() => void confirm(), HOLD_MS);
  };

  const release = () => {
    if (phase !== "hold") return;
    clearTimeout(holding.current);
    setPhase("rest");
  };

  const keyUp = (event: KeyboardEvent) => {
    // On a busy device the timer may be late, so the time that the key was held decides.
    const isHeld = phase === "hold" && event.timeStamp - heldFrom.current >= HOLD_MS;
    release();
    if (isHeld) void confirm();
  };

  const text = disabledReason ?? (phase === "working" ? t("slide.working") : label);
  return (
    <div
      ref={track}
      className={classes.track}
      data-tone={tone}
      data-phase={phase}
      data-blocked={disabledReason !== undefined || undefined}
      style={{ "--progress": progress } as React.CSSProperties}
    >
      <span className={classes.fill} aria-hidden="true" />
      <span className={classes.label} aria-hidden="true">
        {text}
      </span>
      <button
        type="button"
        className={classes.handle}
        aria-label={`${text}. ${t("slide.hint")}`}
        aria-disabled={blocked}
        aria-busy={phase === "working"}
        onPointerDown={startDrag}
        onPointerMove={move}
        onPointerUp={endDrag}
        onPointerCancel={endDrag}
        onKeyDown={keyDown}
        onKeyUp={keyUp}
        onBlur={release}
      >
        {progress >= ENOUGH ? <IconCheck size={26} /> : <IconChevronsRight size={26} />}
      </button>
    </div>
  );
}
