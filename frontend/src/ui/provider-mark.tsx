import type { ProviderMark as Mark } from "@/api/types";
import classes from "./provider-mark.module.css";

/** A gateway's logo beside its name: letters on a color, both from the API. Decorative. */
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
