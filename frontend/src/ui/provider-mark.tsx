import type { ProviderMark as Mark } from "@/api/types";
import classes from "./provider-mark.module.css";

/** A gateway's logo: letters on a color, both from the API. Decorative: its name is beside it. */
export function ProviderMark({ mark }: { mark: Mark }) {
  return (
    <span
      className={classes.mark}
      style={{ backgroundColor: mark.color }}
      dir="ltr"
      aria-hidden="true"
    >
      {mark.letters}
    </span>
  );
}
