/** Line drawings for the login pages, in the style of the state drawings. */

const line = {
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2.4,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

const soft = { ...line, strokeOpacity: 0.28 } as const;

/** A lit street lamp, for success. */
export function LitLampArt() {
  return (
    <svg viewBox="0 0 220 130" aria-hidden="true">
      <circle cx="110" cy="42" r="36" fill="var(--hx-lamp)" opacity="0.2" />
      <path {...soft} d="M20 122h180M52 128h44M128 128h30" />
      <path {...line} d="M110 122V66M98 122h24M102 66h16" />
      <path {...line} fill="var(--hx-lamp)" d="M98 66 92 30h36l-6 36z" />
      <path {...line} d="M86 30h48M100 30l4-10h12l4 10M110 20v-8" />
      <path {...line} stroke="var(--hx-lamp)" d="M70 24l-9-5M68 46H57M150 24l9-5M152 46h11" />
    </svg>
  );
}

/** An email being sent. */
export function EmailArt() {
  return (
    <svg viewBox="0 0 220 130" aria-hidden="true">
      <path {...soft} d="M12 60h34M22 78h24M8 96h38M30 122h160" />
      <path
        {...line}
        d="M64 40h100a6 6 0 0 1 6 6v58a6 6 0 0 1-6 6H64a6 6 0 0 1-6-6V46a6 6 0 0 1 6-6Z"
      />
      <path {...line} d="m60 43 54 40 54-40M60 107l38-34M168 107l-38-34" />
      <circle cx="168" cy="40" r="15" fill="var(--hx-lamp)" />
      <path {...line} stroke="var(--hx-on-lamp)" d="m161 40 5 5 9-10" />
    </svg>
  );
}

/** A broken link. */
export function BrokenLinkArt() {
  return (
    <svg viewBox="0 0 220 130" aria-hidden="true">
      <path {...soft} d="M20 120h180" />
      <path {...line} d="M92 62H70a20 20 0 0 0 0 40h22M128 62h22a20 20 0 0 1 0 40h-22" />
      <path {...line} d="M78 82h16M126 82h16" />
      <path {...line} stroke="var(--hx-lamp)" d="M110 46V28M92 48l-9-14M128 48l9-14" />
    </svg>
  );
}
