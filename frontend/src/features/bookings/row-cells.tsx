import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { BookingRow } from "@/api/types";
import { PersonLink } from "@/ui/record-link";
import { StatusBadge } from "@/ui/status-badge";
import classes from "./bookings-page.module.css";
import { NONE, TextCell } from "./cells";

export function Reference({ row }: { row: BookingRow }) {
  return (
    <Link to={`/bookings/${row.id}`} className={classes.reference}>
      <bdi dir="ltr" className="hx-tabular">
        {row.reference}
      </bdi>
    </Link>
  );
}

export function Status({ row }: { row: BookingRow }) {
  return <StatusBadge status={row.status} size="sm" offeredTo={row.offered_to} />;
}

export function CarName({ row }: { row: BookingRow }) {
  return <bdi>{row.car_type.name}</bdi>;
}

export function RiderName({ row }: { row: BookingRow }) {
  return (
    <PersonLink id={row.street_trip ? null : row.customer_id} kind="rider">
      <TextCell text={row.customer_name} />
    </PersonLink>
  );
}

export function DriverName({ row }: { row: BookingRow }) {
  return (
    <PersonLink id={row.driver_id} kind="driver">
      <TextCell text={row.driver_name} />
    </PersonLink>
  );
}

export function Plate({ row }: { row: BookingRow }) {
  return (
    <PersonLink id={row.driver_id} kind="driver">
      <TextCell text={row.vehicle_number} ltr />
    </PersonLink>
  );
}

const ENDERS = ["rider", "driver", "fleetadmin", "admin"] as const;

export function CancelledBy({ row }: { row: Pick<BookingRow, "cancelled_by"> }) {
  const { t } = useTranslation();
  if (!row.cancelled_by) return NONE;
  const role = ENDERS.find((one) => one === row.cancelled_by);
  return role ? t(`role.${role}`) : t("bookings.by_platform");
}
