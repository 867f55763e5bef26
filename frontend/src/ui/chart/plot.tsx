import { useDirection } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import classes from "./chart.module.css";
import { labelled, ticksTo } from "./scale";
import type { ChartData } from "./types";

const HEIGHT = 240;
const FOOT = 26;
const HEAD = 10;

interface PlotProps extends ChartData {
  /** The accessible name. */
  label: string;
  shape: "bars" | "lines";
}

/** Bars or lines over time. The arrow keys move between the points and announce each. */
export function Plot({ label, shape, points, series, format, formatShort }: PlotProps) {
  const { dir } = useDirection();
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [chosen, setChosen] = useState<number | null>(null);
  const ticks = ticksTo(Math.max(0, ...points.flatMap(({ values }) => values)));
  const most = ticks.at(-1) ?? 1;
  const side = Math.max(...ticks.map((tick) => formatShort(tick).length)) * 7 + 12;
  const room = Math.max(0, width - side);
  const step = points.length > 0 ? room / points.length : 0;
  const mirrored = (x: number) => (dir === "rtl" ? width - x : x);
  const middle = (index: number) => mirrored(side + step * (index + 0.5));
  const level = (value: number) => HEIGHT - FOOT - (value / most) * (HEIGHT - FOOT - HEAD);
  const labelWidth = Math.max(0, ...points.map(({ label: name }) => name.length)) * 7 + 16;
  const hasLabel = labelled(points.length, room / labelWidth);

  const keep = (index: number) => setChosen(Math.max(0, Math.min(points.length - 1, index)));
  const onKeyDown = (event: KeyboardEvent) => {
    const now = chosen ?? points.length - 1;
    const forward = dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    const back = dir === "rtl" ? "ArrowRight" : "ArrowLeft";
    const next = {
      [forward]: now + 1,
      [back]: now - 1,
      Home: 0,
      End: points.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    keep(next);
  };
  const onPointerMove = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const along = mirrored(event.clientX - box.left) - side;
    if (step > 0 && along >= 0) keep(Math.floor(along / step));
  };

  const point = chosen === null ? undefined : points[chosen];
  const described = point ?? points.at(-1);
  const describe = (one: (typeof points)[number]) =>
    `${one.label}: ${series.map(({ label: name }, index) => `${name} ${format(one.values[index] ?? 0)}`).join(", ")}`;
  const bar = Math.max(1, Math.min(28, (step * 0.72) / series.length));

  return (
    <div className={classes.plot}>
      <div
        ref={ref}
        className={classes.field}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, points.length)}
        aria-valuenow={(chosen ?? points.length - 1) + 1}
        aria-valuetext={described ? describe(described) : ""}
        onKeyDown={onKeyDown}
        onFocus={() => setChosen((now) => now ?? points.length - 1)}
        onBlur={() => setChosen(null)}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setChosen(null)}
      >
        <svg width={width} height={HEIGHT} aria-hidden="true">
          {ticks.map((tick) => (
            <g key={tick} className={classes.tick}>
              <line x1={mirrored(side)} x2={mirrored(width)} y1={level(tick)} y2={level(tick)} />
              <text x={mirrored(side - 8)} y={level(tick) + 4} textAnchor="end">
                {formatShort(tick)}
              </text>
            </g>
          ))}
          {point && chosen !== null ? (
            <rect
              className={classes.chosen}
              x={middle(chosen) - step / 2}
              y={HEAD}
              width={step}
              height={HEIGHT - FOOT - HEAD}
            />
          ) : null}
          {series.map(({ key, tone }, order) =>
            shape === "bars" ? (
              <g key={key} data-tone={tone} className={classes.bars}>
                {points.map((one, index) => {
                  const value = one.values[order] ?? 0;
                  const off = (order - (series.length - 1) / 2) * bar * (dir === "rtl" ? -1 : 1);
                  return (
                    <rect
                      key={one.key}
                      x={middle(index) + off - bar / 2}
                      y={level(Math.max(0, value))}
                      width={Math.max(1, bar - 1)}
                      height={Math.max(0, HEIGHT - FOOT - level(Math.max(0, value)))}
                      rx={Math.min(3, bar / 3)}
                    />
                  );
                })}
              </g>
            ) : (
              <polyline
                key={key}
                data-tone={tone}
                className={classes.line}
                points={points
                  .map((one, index) => `${middle(index)},${level(one.values[order] ?? 0)}`)
                  .join(" ")}
              />
            ),
          )}
          {points.map((one, index) =>
            hasLabel(index) ? (
              <text
                key={one.key}
                className={classes.foot}
                x={Math.max(22, Math.min(width - 22, middle(index)))}
                y={HEIGHT - 8}
                textAnchor="middle"
              >
                {one.short}
              </text>
            ) : null,
          )}
        </svg>
        {point && chosen !== null ? (
          <div
            className={classes.tip}
            style={{ insetInlineStart: Math.min(side + step * (chosen + 0.5), width - 180) }}
          >
            <strong>{point.label}</strong>
            {series.map(({ key, label: name, tone }, index) => (
              <span key={key} data-tone={tone}>
                <i aria-hidden="true" /> {name} <b>{format(point.values[index] ?? 0)}</b>
              </span>
            ))}
          </div>
        ) : null}
      </div>
      <ul className={classes.legend} aria-hidden="true">
        {series.map(({ key, label: name, tone }) => (
          <li key={key} data-tone={tone}>
            <i /> {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
