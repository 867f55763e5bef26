import type { ReactNode } from "react";
import classes from "./tariffs.module.css";

interface ReplayTableProps {
  label: string;
  head: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** A table whose first column names the row. */
export function ReplayTable({ label, head, rows }: ReplayTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
    <section className={classes.replayTable} aria-label={label} tabIndex={0}>
      <table className={classes.grid}>
        <thead>
          <tr>
            {head.map((text) =>
              text ? (
                <th key={text} scope="col">
                  {text}
                </th>
              ) : (
                <td key="none" />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {others.map((cell, index) => (
                <td key={head[index + 1]} className="hx-tabular">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
