import classes from "./logo.module.css";

interface LogoProps {
  name: string;
  /** Only the mark, without the name. */
  markOnly?: boolean;
}

/** The mark: an H whose bar is a lit cab lamp. The text takes the surrounding colour. */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <path
        d="M7.5 4.500v23M24.500 4.500v23"
        stroke="currentColor"
        strokeWidth="4.400"
        strokeLinecap="round"
      />
      <path
        d="M12.600 20.800h6.800c1 0 1.700-.9 1.400-1.900l-1.500-5.600a1.800 1.800 0 0 0-1.700-1.300h-3.200c-.8 0-1.500.5-1.700 1.300l-1.500 5.600c-.3 1 .4 1.900 1.400 1.900Z"
        fill="var(--hx-lamp)"
      />
    </svg>
  );
}

export function Logo({ name, markOnly = false }: LogoProps) {
  return (
    <span className={classes.logo}>
      <LogoMark />
      {markOnly ? null : (
        <span className={classes.name} dir="auto">
          {name}
        </span>
      )}
    </span>
  );
}
