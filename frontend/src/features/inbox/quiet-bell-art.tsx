const line = {
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2.4,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

export function QuietBellArt() {
  return (
    <svg viewBox="0 0 220 130" aria-hidden="true">
      <path {...line} strokeOpacity={0.28} d="M20 118h180" />
      <path {...line} d="M62 100a48 48 0 0 1 96 0z" />
      <path {...line} d="M52 100h116v12H52z" fill="var(--hx-lamp)" />
      <path {...line} d="M110 52V40M100 40h20" />
      <path {...line} strokeOpacity={0.28} d="M84 84a32 32 0 0 1 16-16" />
    </svg>
  );
}
