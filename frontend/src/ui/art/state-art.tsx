/** Line drawings for page states. Lines take the text colour, lights take the lamp colour. */

const line = {
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2.4,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

const soft = { ...line, strokeOpacity: 0.28 } as const;

/** An empty cab rank. */
export function EmptyStandArt() {
  return (
    <svg viewBox="0 0 220 130" aria-hidden="true">
      <path {...soft} d="M6 112h208M30 118h40M92 118h26M150 118h44" />
      <path {...line} d="M46 112V34" />
      <path {...line} d="M34 34h24l-3-13H37z" fill="var(--hx-lamp)" />
      <path {...soft} d="M46 12V5M30 17l-5-5M62 17l5-5" />
      <path {...line} d="M92 112V84h70v28M86 84h82M98 84V70h58v14" />
      <path {...soft} d="M104 98h46" />
      <path {...soft} d="M184 112V78M176 78c0-9 4-15 8-19 4 4 8 10 8 19a8 8 0 0 1-16 0Z" />
    </svg>
  );
}

/** A road that ends in fog. */
export function LostRoadArt() {
  return (
    <svg viewBox="0 0 220 130" aria-hidden="true">
      <path {...line} d="M58 122 98 52M162 122l-40-70" />
      <path {...line} strokeDasharray="9 11" d="M110 120V56" />
      <path {...soft} d="M52 46h116M70 36h96M62 26h66M142 26h18" />
      <path {...line} d="M172 118V66M172 66l18-8V42l-18 8M172 82l-18-8V58l18 8" />
      <path d="M176 50.500l10-4.500v8l-10 4.500z" fill="var(--hx-lamp)" />
      <path {...soft} d="M20 122h180" />
    </svg>
  );
}

/** A broken lamp. */
export function BrokenLampArt() {
  return (
    <svg viewBox="0 0 220 130" aria-hidden="true">
      <path {...soft} d="M20 120h180" />
      <path {...line} d="M64 92h92l-10-46a8 8 0 0 0-8-6H82a8 8 0 0 0-8 6z" />
      <path {...line} d="M56 92h108v12H56zM92 104v16M128 104v16" />
      <path {...line} d="m104 40 8 18-10 10 9 24" stroke="var(--hx-lamp)" />
      <path {...soft} d="M110 26V12M82 28l-6-10M138 28l6-10" />
    </svg>
  );
}

/** A radio mast without a signal. */
export function NoSignalArt() {
  return (
    <svg viewBox="0 0 220 130" aria-hidden="true">
      <path {...soft} d="M20 120h180" />
      <path {...line} d="M94 120 110 56l16 64M99 100h22M103 84h14" />
      <circle cx="110" cy="48" r="7" fill="var(--hx-lamp)" />
      <circle {...line} cx="110" cy="48" r="7" />
      <path
        {...soft}
        d="M86 66a28 28 0 0 1 0-36M134 66a28 28 0 0 0 0-36M70 78a48 48 0 0 1 0-60M150 78a48 48 0 0 0 0-60"
      />
      <path {...line} d="M52 20 168 88" />
    </svg>
  );
}
