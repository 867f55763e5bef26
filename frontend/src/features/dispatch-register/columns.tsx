import type { TFunction } from "i18next";
import { REPLACED, type RegisterRow } from "@/api/register";
import type { BookingStatus } from "@/api/types";
import type { useFormat } from "@/i18n/use-format";
import type { Column } from "@/ui/data-table/types";
import { Money } from "@/ui/money";
import { BookingLink, PersonLink } from "@/ui/record-link";
import classes from "./dispatch-register.module.css";

/** Joins the known parts of a vehicle: "Blue Skoda Octavia". */
const vehicleOf = (row: RegisterRow) =>
  [row.vehicle_colour, row.vehicle_make, row.vehicle_model].filter(Boolean).join(" ");

const outcomeOf = ({ outcome }: RegisterRow, t: TFunction) =>
  outcome === REPLACED ? t("inspection.replaced") : t(`status.${outcome as BookingStatus}`);

/** `linked`: for admins, with links to the booking and the driver, and some columns hidden at first. */
export function registerColumns(
  t: TFunction,
  { dateTime }: ReturnType<typeof useFormat>,
  { linked }: { linked: boolean },
): Column<RegisterRow>[] {
  const time = (at: string | null | undefined) =>
    at ? <time dateTime={at}>{dateTime(at)}</time> : "–";
  const text = (value: string) => (value ? <bdi>{value}</bdi> : "–");
  const place = (value: string) => (value ? <bdi className={classes.place}>{value}</bdi> : "–");
  return [
    {
      id: "reference",
      label: t("inspection.reference"),
      place: "title",
      cell: (row) => (
        <BookingLink id={linked ? row.booking : null}>
          <bdi dir="ltr" className="hx-tabular">
            {row.reference}
          </bdi>
        </BookingLink>
      ),
    },
    {
      id: "accepted_at",
      label: t("inspection.accepted_at"),
      sort: "accepted_at",
      place: "under",
      cell: (row) => time(row.accepted_at),
    },
    {
      id: "fare",
      label: t("inspection.fare"),
      amount: true,
      place: "aside",
      cell: (row) => <Money amount={row.fare} />,
    },
    { id: "passenger", label: t("inspection.passenger"), cell: (row) => text(row.passenger) },
    {
      id: "passengers",
      label: t("history.col_passengers"),
      amount: true,
      hidden: linked,
      cell: (row) => row.passengers ?? "–",
    },
    {
      id: "luggage",
      label: t("history.col_luggage"),
      amount: true,
      hidden: linked,
      cell: (row) => row.luggage ?? "–",
    },
    {
      id: "children",
      label: t("history.col_children"),
      amount: true,
      hidden: linked,
      cell: (row) => row.children ?? "–",
    },
    {
      id: "child_seats",
      label: t("history.col_child_seats"),
      amount: true,
      hidden: linked,
      cell: (row) => row.child_seats ?? "–",
    },
    {
      id: "street_trip",
      label: t("inspection.street_trip"),
      cell: (row) => t(row.street_trip ? "history.yes" : "history.no"),
    },
    { id: "pickup_add", label: t("inspection.pickup"), cell: (row) => place(row.pickup_add) },
    { id: "drop_add", label: t("inspection.drop"), cell: (row) => place(row.drop_add) },
    {
      id: "return_wait_minutes",
      label: t("history.col_return_wait_minutes"),
      amount: true,
      hidden: linked,
      cell: (row) => row.return_wait_minutes ?? "–",
    },
    {
      id: "hire_minutes",
      label: t("history.col_hire_minutes"),
      amount: true,
      hidden: linked,
      cell: (row) => row.hire_minutes ?? "–",
    },
    {
      id: "driver_name",
      label: t("inspection.driver"),
      cell: (row) => (
        <PersonLink id={linked ? row.driver : null} kind="driver">
          <bdi>{row.driver_name}</bdi>
        </PersonLink>
      ),
    },
    {
      id: "driver_licence",
      label: t("inspection.driver_licence"),
      cell: (row) => text(row.driver_licence),
    },
    {
      id: "vehicle_number",
      label: t("inspection.vehicle_number"),
      cell: (row) => text(row.vehicle_number),
    },
    {
      id: "vehicle_licence",
      label: t("inspection.vehicle_licence"),
      cell: (row) => text(row.vehicle_licence),
    },
    {
      id: "vehicle",
      label: t("inspection.vehicle"),
      hidden: linked,
      cell: (row) => text(vehicleOf(row)),
    },
    { id: "booked_at", label: t("inspection.booked_at"), cell: (row) => time(row.booked_at) },
    {
      id: "booked_by",
      label: t("inspection.booked_by"),
      hidden: linked,
      cell: (row) => (row.booked_by ? <bdi>{row.booked_by}</bdi> : t("inspection.by_rider")),
    },
    {
      id: "dispatched_by",
      label: t("inspection.dispatched_by"),
      hidden: linked,
      cell: (row) =>
        row.dispatched_by ? <bdi>{row.dispatched_by}</bdi> : t("inspection.by_platform"),
    },
    {
      id: "offered_at",
      label: t("inspection.offered_at"),
      hidden: linked,
      cell: (row) => time(row.offered_at),
    },
    { id: "arrived_at", label: t("inspection.arrived_at"), cell: (row) => time(row.arrived_at) },
    { id: "started_at", label: t("inspection.started_at"), cell: (row) => time(row.started_at) },
    { id: "ended_at", label: t("inspection.ended_at"), cell: (row) => time(row.ended_at) },
    { id: "outcome", label: t("inspection.outcome"), cell: (row) => outcomeOf(row, t) },
  ];
}
