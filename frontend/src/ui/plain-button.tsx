import type { ComponentProps } from "react";
import { Link } from "react-router";
import classes from "./plain-button.module.css";

interface Look {
  /** `lamp` is the one thing to do next. */
  look?: "default" | "lamp";
}

/** A button that needs no kit: for the first page and for what shows when a page did not load. */
export function PlainButton({ look = "default", ...rest }: ComponentProps<"button"> & Look) {
  return <button type="button" {...rest} className={classes.button} data-look={look} />;
}

export function PlainLink({ look = "default", ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={classes.button} data-look={look} />;
}
