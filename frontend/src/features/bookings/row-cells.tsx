import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { BookingRow } from "@/api/types";
import { StatusBadge } from "@/ui/status-badge";
import { NONE } from "./cells";

/** The way in for keyboards; the row is a larger target for a pointer. */
export function Reference({ row }: { row: BookingRow }) {
  return (
    <Link to={`/bookings/${row.id}`} onClick={(event) => event.stopPropagation()}>
      <bdi dir="ltr" className="hx-tabular">
        {row.reference}
      </bdi>
    </Link>
  );
}

export function Status({ row }: { row: BookingRow }) {
  return <StatusBadge status={row.status} size="sm" />;
}

export function CarName({ row }: { row: BookingRow }) {
  return <bdi>{row.car_type.name}</bdi>;
}

const ENDERS = ["rider", "driver", "fleetadmin", "admin"] as const;

export function CancelledBy({ row }: { row: Pick<BookingRow, "cancelled_by"> }) {
  const { t } = useTranslation();
  if (!row.cancelled_by) return NONE;
  const role = ENDERS.find((one) => one === row.cancelled_by);
  return role ? t(`role.${role}`) : t("bookings.by_platform");
}
