import type { ComponentProps } from "react";
import { Link } from "react-router";
import classes from "./plain-button.module.css";

interface Look {
  /** `lamp` marks the next step. */
  look?: "default" | "lamp";
}

/** A button without Mantine, for the first page and for pages that failed to load. */
export function PlainButton({ look = "default", ...rest }: ComponentProps<"button"> & Look) {
  return <button type="button" {...rest} className={classes.button} data-look={look} />;
}

export function PlainLink({ look = "default", ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={classes.button} data-look={look} />;
}
