import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./countdown-ring.module.css";

interface CountdownRingProps {
  startedAt: string;
  endsAt: string;
  size?: number;
  /** Called once when the time is up. */
  onEnd?: () => void;
}

const RADIUS = 44;
const AROUND = 2 * Math.PI * RADIUS;

/** The seconds left, in a ring that closes; announced only at each quarter, not every second. */
export function CountdownRing({ startedAt, endsAt, size = 72, onEnd }: CountdownRingProps) {
  const { t } = useTranslation();
  const [now, setNow] = useState(Date.now);
  const ended = useRef(false);
  const end = Date.parse(endsAt);
  const whole = Math.max(1, end - Date.parse(startedAt));
  const left = Math.max(0, end - now);
  const seconds = Math.ceil(left / 1000);

  useEffect(() => {
    ended.current = false;
    const timer = setInterval(() => setNow(Date.now()), 200);
    return () => clearInterval(timer);
  }, []);

  useEffect(() => {
    if (left > 0 || ended.current) return;
    ended.current = true;
    onEnd?.();
  }, [left, onEnd]);

  const share = Math.min(1, left / whole);
  return (
    <span
      className={classes.ring}
      style={{ inlineSize: size, blockSize: size }}
      data-late={share < 0.34 || undefined}
      role="timer"
      aria-label={t("countdown.left", { count: seconds })}
    >
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle className={classes.bed} cx="50" cy="50" r={RADIUS} />
        <circle
          className={classes.rest}
          cx="50"
          cy="50"
          r={RADIUS}
          strokeDasharray={AROUND}
          strokeDashoffset={AROUND * (1 - share)}
        />
      </svg>
      <span className={classes.number} aria-hidden="true">
        {seconds}
      </span>
    </span>
  );
}
