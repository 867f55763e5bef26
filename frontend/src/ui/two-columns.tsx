import type { ReactNode } from "react";
import classes from "./two-columns.module.css";

/** Fields side by side. Mantine's SimpleGrid would write a style element, which the page's policy refuses. */
export function TwoColumns({ children }: { children: ReactNode }) {
  return <div className={classes.columns}>{children}</div>;
}
