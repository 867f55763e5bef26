import { useDirection } from "@mantine/core";
import classes from "./chart.module.css";

const WIDTH = 100;
const HEIGHT = 28;

interface SparkProps {
  values: readonly number[];
  /** The accessible description of the curve. */
  label: string;
}

/** A sparkline: the trend and the current value. */
export function Spark({ values, label }: SparkProps) {
  const { dir } = useDirection();
  const most = Math.max(...values, 0);
  const last = values.length - 1;
  const at = (value: number, index: number): [number, number] => {
    const along = last > 0 ? (index / last) * (WIDTH - 4) + 2 : WIDTH / 2;
    const up = most > 0 ? (value / most) * (HEIGHT - 6) : 0;
    return [dir === "rtl" ? WIDTH - along : along, HEIGHT - 3 - up];
  };
  const points = values.map(at);
  const [endX, endY] = points.at(-1) ?? [0, 0];
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline points={points.map((point) => point.join(",")).join(" ")} />
      {values.length > 0 ? (
        <line className={classes.end} x1={endX} x2={endX} y1={endY} y2={endY} />
      ) : null}
    </svg>
  );
}
