import type { BookingRow } from "@/api/types";
import { AssignDriver } from "./assign-driver";
import { CancelRow } from "./cancel-row";
import { PayRow } from "./pay-row";
import type { Deed } from "./row-menu";
import { SearchAgain } from "./search-again";

interface RowDeedsProps {
  asked: { row: BookingRow; deed: Deed } | null;
  onClose: () => void;
}

/** The dialog of what was chosen from a row's menu. */
export function RowDeeds({ asked, onClose }: RowDeedsProps) {
  if (!asked) return null;
  const { row, deed } = asked;
  if (deed === "cancel") return <CancelRow row={row} onClose={onClose} />;
  if (deed === "pay") return <PayRow row={row} onClose={onClose} />;
  if (deed === "search") return <SearchAgain id={row.id} opened onClose={onClose} />;
  const booking = { id: row.id, car_type: row.car_type, pickup: { add: row.pickup_add } };
  return <AssignDriver booking={booking} opened onClose={onClose} />;
}
