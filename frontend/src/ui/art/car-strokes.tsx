/** Strokes and parts that the car drawings share. */

export const line = {
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2.3,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

export const soft = { ...line, strokeWidth: 2, strokeOpacity: 0.3 } as const;
export const glass = {
  ...line,
  strokeWidth: 1.8,
  fill: "currentColor",
  fillOpacity: 0.09,
} as const;

export function Wheel({ x }: { x: number }) {
  return (
    <>
      <circle {...line} cx={x} cy="54" r="9.5" />
      <circle cx={x} cy="54" r="3" fill="currentColor" />
    </>
  );
}

export function RoofLight({ x, y }: { x: number; y: number }) {
  return (
    <path
      d={`M${x - 9} ${y}l1.6-6.2a2 2 0 0 1 2-1.5h10.800a2 2 0 0 1 2 1.5l1.6 6.2z`}
      fill="var(--hx-lamp)"
    />
  );
}
