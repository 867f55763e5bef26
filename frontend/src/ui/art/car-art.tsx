import type { ReactNode } from "react";
import classes from "./car-art.module.css";
import { glass, line, RoofLight, soft, Wheel } from "./car-strokes";
import { miniVan, pickupTruck, truck } from "./van-art";

/**
 * Line drawings of car types, by `icon`. Lines take the text colour, the roof light takes the lamp colour.
 */

const economy = (
  <>
    <path {...soft} d="M10 64h140" />
    <RoofLight x={68} y={13} />
    <path
      {...line}
      d="M32 54h-8c-4 0-6-2-6-6v-8c0-3 1-6 2-8l9-14c2-3 6-5 10-5h44c5 0 9 2 13 5l15 14 21 4c7 1 11 5 11 11v2c0 3-2 5-5 5h-11M53 54h56"
    />
    <path {...glass} d="m32 32 6-10c1-2 3-3 5-3h20v13z" />
    <path {...glass} d="M70 19h12c4 0 6 1 9 3l11 10H70z" />
    <path {...soft} d="M66 33v20M75 39h7M20 41h6" />
    <path d="M143 43h-8v-5c5 1 8 2 8 5Z" fill="var(--hx-lamp)" />
    <Wheel x={42.5} />
    <Wheel x={118.5} />
  </>
);

const comfort = (
  <>
    <path {...soft} d="M4 64h152" />
    <RoofLight x={76} y={14} />
    <path
      {...line}
      d="M26 54h-9c-3 0-5-2-5-5v-8c0-4 2-7 6-8l18-3 13-11c4-3 8-5 13-5h26c6 0 10 2 15 5l15 12 20 3c8 1 12 5 12 12v3c0 3-2 5-5 5h-9M47 54h68"
    />
    <path {...glass} d="m46 31 10-8c3-2 5-3 9-3h8v11z" />
    <path {...glass} d="M80 20h8c4 0 7 1 10 3l11 8H80z" />
    <path {...soft} d="M76.5 33v20M84 39h7M50 39h7M14 41h8" />
    <path d="M148 44h-9v-5c6 0 9 2 9 5Z" fill="var(--hx-lamp)" />
    <Wheel x={36.5} />
    <Wheel x={125.5} />
  </>
);

const exclusive = (
  <>
    <path {...soft} d="M2 64h156" />
    <path
      {...line}
      d="M24 54h-9c-3 0-6-2-6-5v-9c0-4 2-6 6-7l20-3 12-12c3-3 6-4 10-4h36c5 0 9 1 12 4l12 12 27 3c6 1 9 4 9 9v8c0 3-2 4-5 4h-8M45 54h74"
    />
    <path {...glass} fillOpacity={0.75} d="m42 30 9-9c2-2 3-2 6-2h12v11z" />
    <path {...glass} fillOpacity={0.75} d="M75 19h15c4 0 6 1 8 3l9 8H75z" />
    <path d="M12 45h136" stroke="var(--hx-lamp)" strokeWidth="2" strokeLinecap="round" />
    <path {...soft} d="M72 32v20M79 38h7M48 38h7" />
    <path d="M152 42h-8v-4c5 0 8 1 8 4Z" fill="var(--hx-lamp)" />
    <Wheel x={34.5} />
    <Wheel x={129.5} />
  </>
);

const drawings: Record<string, ReactNode> = {
  economy,
  comfort,
  exclusive,
  "pickup-truck": pickupTruck,
  "mini-van": miniVan,
  truck,
};

interface CarArtProps {
  icon: string;
  /** The operator's own image instead of the default drawing. */
  image?: string | null;
  /** The width in pixels. */
  size?: number;
  className?: string | undefined;
}

/** The image of a car type. Decorative: its name is next to it. */
export function CarArt({ icon, image, size, className }: CarArtProps) {
  const names = className ? `${classes.art} ${className}` : classes.art;
  const style = size ? { inlineSize: size, blockSize: (size * 70) / 160 } : undefined;
  if (image) return <img className={names} style={style} src={image} alt="" loading="lazy" />;
  return (
    <svg className={names} style={style} viewBox="0 0 160 70" aria-hidden="true">
      {drawings[icon] ?? comfort}
    </svg>
  );
}
