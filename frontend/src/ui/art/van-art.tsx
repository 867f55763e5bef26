import { glass, line, RoofLight, soft, Wheel } from "./car-strokes";

/** Drawings of delivery vehicles, in the style of the cars. */

export const pickupTruck = (
  <>
    <path {...soft} d="M4 64h152" />
    <RoofLight x={86} y={15} />
    <path
      {...line}
      d="M28 54H14c-3 0-5-2-5-5V32h57l7-12c2-3 4-4 8-4h18c5 0 8 2 11 5l10 11 21 4c7 1 11 5 11 11v2c0 3-2 5-5 5h-9M49 54h66"
    />
    <path {...glass} d="m73 32 6-9c1-2 3-2 5-2h6v11z" />
    <path {...glass} d="M96 21h3c3 0 6 1 8 4l7 7H96z" />
    <path {...soft} d="M66 33v20M93 33v20M98 39h7M9 40h57M22 33v7M38 33v7M54 33v7" />
    <path d="M148 44h-9v-5c6 0 9 2 9 5Z" fill="var(--hx-lamp)" />
    <Wheel x={38.5} />
    <Wheel x={125.5} />
  </>
);

export const miniVan = (
  <>
    <path {...soft} d="M4 64h152" />
    <RoofLight x={70} y={10} />
    <path
      {...line}
      d="M28 54H17c-4 0-6-2-6-6V19c0-5 2-7 7-7h76c6 0 10 2 14 6l16 15 18 4c6 1 9 5 9 10v2c0 3-2 5-5 5h-9M49 54h67"
    />
    <path {...glass} d="M84 18h10c4 0 6 1 9 4l11 11H84z" />
    <path {...soft} d="M80 13v40M42 13v40M42 33h38M84 39h7M66 39h8M12 40h6" />
    <path d="M148 45h-9v-5c6 0 9 2 9 5Z" fill="var(--hx-lamp)" />
    <Wheel x={38.5} />
    <Wheel x={126.5} />
  </>
);

export const truck = (
  <>
    <path {...soft} d="M2 64h156" />
    <path {...line} d="M30 54H13c-3 0-5-2-5-5V8c0-2 1-3 3-3h83c2 0 3 1 3 3v46H51" />
    <path {...line} d="M97 18h24c4 0 6 1 8 4l10 14 7 2c4 1 6 4 6 8v3c0 3-2 5-5 5h-3M97 54h26" />
    <path {...glass} d="M104 24h15c3 0 4 1 6 3l7 10h-28z" />
    <path {...soft} d="M8 44h89M30 6v37M52 6v37M74 6v37M105 43h7" />
    <path d="M152 46h-8v-5c5 0 8 2 8 5Z" fill="var(--hx-lamp)" />
    <Wheel x={40.5} />
    <Wheel x={133.5} />
  </>
);
