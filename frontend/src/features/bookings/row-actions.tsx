import type { BookingRow } from "@/api/types";
import { AssignDriver } from "./assign-driver";
import { CancelRow } from "./cancel-row";
import { PayRow } from "./pay-row";
import type { RowAction } from "./row-menu";
import { SearchAgain } from "./search-again";

interface RowActionsProps {
  asked: { row: BookingRow; action: RowAction } | null;
  onClose: () => void;
}

/** The dialog of what was chosen from a row's menu. */
export function RowActions({ asked, onClose }: RowActionsProps) {
  if (!asked) return null;
  const { row, action } = asked;
  if (action === "cancel") return <CancelRow row={row} onClose={onClose} />;
  if (action === "pay") return <PayRow row={row} onClose={onClose} />;
  if (action === "search") return <SearchAgain id={row.id} opened onClose={onClose} />;
  const booking = { id: row.id, car_type: row.car_type, pickup: { add: row.pickup_add } };
  return <AssignDriver booking={booking} opened onClose={onClose} />;
}
