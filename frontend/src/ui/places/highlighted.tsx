import classes from "./place-options.module.css";

interface HighlightedProps {
  text: string;
  /** Offsets and lengths of the matches, in code points. */
  matches: { offset: number; length: number }[];
}

/** The text with the matches highlighted. */
export function Highlighted({ text, matches }: HighlightedProps) {
  const letters = [...text];
  const parts: { from: number; text: string; hit: boolean }[] = [];
  let at = 0;
  for (const { offset, length } of [...matches].sort((a, b) => a.offset - b.offset)) {
    if (offset < at || length <= 0) continue;
    if (offset > at) parts.push({ from: at, text: letters.slice(at, offset).join(""), hit: false });
    parts.push({ from: offset, text: letters.slice(offset, offset + length).join(""), hit: true });
    at = offset + length;
  }
  if (at < letters.length) parts.push({ from: at, text: letters.slice(at).join(""), hit: false });
  return parts.map((part) =>
    part.hit ? (
      <mark key={part.from} className={classes.match}>
        {part.text}
      </mark>
    ) : (
      <span key={part.from}>{part.text}</span>
    ),
  );
}
