import { useState } from "react";
import classes from "./avatar.module.css";

interface AvatarProps {
  name: string;
  image: string | null;
  size?: number;
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters.map((word) => [...(word ?? "")][0] ?? "").join("");
}

/**
 * A user's image, or their initials on a tinted background if there is no image or it does not load.
 * Decorative: put the name beside it.
 */
export function Avatar({ name, image, size = 40 }: AvatarProps) {
  const style = { inlineSize: size, blockSize: size, fontSize: size * 0.38 };
  const [broken, setBroken] = useState<string | null>(null);
  if (image && image !== broken) {
    return (
      <img
        className={classes.avatar}
        style={style}
        src={image}
        alt=""
        loading="lazy"
        onError={() => setBroken(image)}
      />
    );
  }
  const tint = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 4;
  return (
    <span className={classes.avatar} style={style} data-tint={tint} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
