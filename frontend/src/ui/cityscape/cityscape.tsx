import { useRef } from "react";
import cab from "./cab.svg";
import classes from "./cityscape.module.css";
import far from "./far.svg";
import mid from "./mid.svg";
import near from "./near.svg";
import { useParallax } from "./use-parallax";

/**
 * The city at dusk in three layers, and a cab with its lamp lit; `low` leaves the sky to text. Decorative.
 */
export function Cityscape({ low = false }: { low?: boolean }) {
  const scene = useRef<HTMLDivElement>(null);
  useParallax(scene);
  return (
    <div ref={scene} className={classes.scene} data-low={low || undefined} aria-hidden="true">
      <span className={classes.moon} />
      <img className={classes.far} src={far} alt="" fetchPriority="high" />
      <img className={classes.mid} src={mid} alt="" fetchPriority="high" />
      <img className={classes.near} src={near} alt="" fetchPriority="high" />
      <img className={classes.cab} src={cab} alt="" />
    </div>
  );
}
