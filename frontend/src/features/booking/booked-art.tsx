import classes from "./booked-dialog.module.css";

const line = {
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2.4,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

export function BookedArt() {
  return (
    <svg className={classes.art} viewBox="0 0 200 120" aria-hidden="true">
      <circle
        className={classes.glow}
        cx="96"
        cy="42"
        r="36"
        fill="var(--hx-lamp)"
        opacity="0.22"
      />
      <path {...line} strokeOpacity="0.28" d="M10 108h180M24 114h30M150 114h26" />
      <path d="M82 44l3.5-13a4 4 0 0 1 4-3h13a4 4 0 0 1 4 3l3.5 13z" fill="var(--hx-lamp)" />
      <path {...line} stroke="var(--hx-lamp)" d="M96 18V8M76 24l-7-8M116 24l7-8" />
      <path
        {...line}
        d="M44 92H33c-5 0-8-3-8-8V73c0-6 3-10 9-11l24-4 18-13c4-3 8-4 13-4h28c6 0 11 2 16 6l15 12 26 4c9 1 14 6 14 14v6c0 6-3 9-8 9h-13M70 92h74"
      />
      <path
        {...line}
        strokeWidth="2"
        fill="currentColor"
        fillOpacity="0.08"
        d="m67 58 12-9c3-2 5-3 9-3h9v12zM104 46h11c4 0 8 1 11 4l10 8h-32z"
      />
      <circle {...line} cx="57" cy="92" r="13" />
      <circle {...line} cx="157" cy="92" r="13" />
      <circle cx="57" cy="92" r="4" fill="currentColor" />
      <circle cx="157" cy="92" r="4" fill="currentColor" />
    </svg>
  );
}
