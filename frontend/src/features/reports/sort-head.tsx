import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import classes from "./reports.module.css";

interface SortHeadProps {
  label: string;
  /** Null while the table is sorted by another column. */
  descending: boolean | null;
  amount?: boolean;
  span?: number;
  onSort?: (() => void) | undefined;
}

/** A sortable column header that shows its order. */
export function SortHead({ label, descending, amount, span, onSort }: SortHeadProps) {
  const Icon = descending === null ? IconArrowsSort : descending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      colSpan={span}
      data-amount={amount || undefined}
      aria-sort={descending === null ? undefined : descending ? "descending" : "ascending"}
    >
      {onSort ? (
        <button type="button" className={classes.sort} onClick={onSort}>
          {label} <Icon size={14} aria-hidden="true" />
        </button>
      ) : (
        label
      )}
    </th>
  );
}
