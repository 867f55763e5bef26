import type { ReactNode } from "react";
import classes from "./two-columns.module.css";

/**
 * Fields side by side. Mantine's SimpleGrid would inject a style element, which the Content-Security-Policy
 * rejects.
 */
export function TwoColumns({ children }: { children: ReactNode }) {
  return <div className={classes.columns}>{children}</div>;
}
