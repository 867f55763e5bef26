import type { BookingRow } from "@/api/types";
import { AssignDriver } from "./assign-driver";
import { CancelRow } from "./cancel-row";
import { PayRow } from "./pay-row";
import type { ListAction } from "./row-menu";
import { SearchAgain } from "./search-again";

interface RowActionsProps {
  chosen: { row: BookingRow; action: ListAction } | null;
  onClose: () => void;
}

/** The dialog of an action from a row's menu. */
export function RowActions({ chosen, onClose }: RowActionsProps) {
  if (!chosen) return null;
  const { row, action } = chosen;
  if (action === "cancel") return <CancelRow row={row} onClose={onClose} />;
  if (action === "pay") return <PayRow row={row} onClose={onClose} />;
  if (action === "search") return <SearchAgain id={row.id} opened onClose={onClose} />;
  return (
    <AssignDriver booking={{ ...row, pickup: { add: row.pickup_add } }} opened onClose={onClose} />
  );
}
