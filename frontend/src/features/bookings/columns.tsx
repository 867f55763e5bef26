import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import type { AppCategory, BookingRow, UserType } from "@/api/types";
import type { CardPlace, Column } from "@/ui/data-table/types";
import {
  Amount,
  ChosenPayment,
  Contact,
  Cost,
  Distance,
  Duration,
  Extra,
  Mode,
  Moment,
  NONE,
  Photo,
  Reason,
  TextCell,
  Way,
  When,
  YesNo,
} from "./cells";
import { CancelledBy, CarName, DriverName, Plate, Reference, RiderName, Status } from "./row-cells";

interface ColumnShape {
  group: "trip" | "people" | "delivery" | "money";
  cell: (row: BookingRow, chosen: ReadonlySet<string>) => ReactNode;
  /** The server can sort by this column. */
  sort?: "id" | "trip_date" | "trip_cost";
  /** The column is not in a short row, so the list requests all fields. */
  wide?: true;
  /** Limits the column to staff and drivers, or to deliveries. */
  only?: "staff" | "delivery";
  amount?: true;
}

/** Document 3's columns in its order, under their export names. `way` combines two of them. */
const TABLE = {
  id: { group: "trip", sort: "id", cell: (row) => row.id },
  reference: { group: "trip", cell: (row) => <Reference row={row} /> },
  created_at: { group: "trip", cell: (row) => <Moment at={row.created_at} /> },
  trip_date: {
    group: "trip",
    sort: "trip_date",
    cell: (row, chosen) => <When row={row} withCar={!chosen.has("car_type")} />,
  },
  street_trip: { group: "trip", cell: (row) => <YesNo value={row.street_trip} /> },
  book_later: { group: "trip", cell: (row) => <YesNo value={row.book_later} /> },
  car_type: { group: "trip", cell: (row) => <CarName row={row} /> },
  passengers: { group: "trip", cell: (row) => row.passengers },
  luggage: { group: "trip", cell: (row) => row.luggage || null },
  children: { group: "trip", cell: (row) => row.children || null },
  child_seats: { group: "trip", cell: (row) => row.child_seats || null },
  customer_name: { group: "people", cell: (row) => <RiderName row={row} /> },
  customer_contact: {
    group: "people",
    wide: true,
    cell: (row) => <Contact number={row.customer_contact} />,
  },
  way: { group: "trip", cell: (row) => <Way row={row} /> },
  pickup_add: { group: "trip", cell: (row) => <TextCell text={row.pickup_add} /> },
  stops: { group: "trip", cell: (row) => row.stop_count || null },
  return_wait_minutes: { group: "trip", cell: (row) => row.return_wait_minutes },
  hire_minutes: { group: "trip", cell: (row) => row.hire_minutes },
  drop_add: { group: "trip", cell: (row) => <TextCell text={row.drop_add} /> },
  driver_name: { group: "people", cell: (row) => <DriverName row={row} /> },
  driver_contact: {
    group: "people",
    wide: true,
    cell: (row) => <Contact number={row.driver_contact} />,
  },
  delivery_person: {
    group: "delivery",
    only: "delivery",
    wide: true,
    cell: (row) => <TextCell text={row.delivery_person} />,
  },
  delivery_person_phone: {
    group: "delivery",
    only: "delivery",
    wide: true,
    cell: (row) => <Contact number={row.delivery_person_phone} />,
  },
  pickup_instructions: {
    group: "delivery",
    only: "delivery",
    wide: true,
    cell: (row) => <TextCell text={row.pickup_instructions} />,
  },
  delivery_instructions: {
    group: "delivery",
    only: "delivery",
    wide: true,
    cell: (row) => <TextCell text={row.delivery_instructions} />,
  },
  parcel_type_selected: {
    group: "delivery",
    only: "delivery",
    wide: true,
    cell: (row) => <Extra chosen={row.parcel_type_selected} />,
  },
  option_selected: {
    group: "delivery",
    only: "delivery",
    wide: true,
    cell: (row) => <Extra chosen={row.option_selected} />,
  },
  status: { group: "trip", cell: (row) => <Status row={row} /> },
  pickup_image: {
    group: "delivery",
    only: "delivery",
    wide: true,
    cell: (row) => <Photo of="pickup" url={row.pickup_image_url} />,
  },
  deliver_image: {
    group: "delivery",
    only: "delivery",
    wide: true,
    cell: (row) => <Photo of="deliver" url={row.deliver_image_url} />,
  },
  reason: { group: "trip", wide: true, cell: (row) => <Reason of={row.reason} /> },
  cancelled_by: { group: "trip", wide: true, cell: (row) => <CancelledBy row={row} /> },
  cancellation_fee: {
    group: "money",
    wide: true,
    amount: true,
    cell: (row) => <Amount of={row.cancellation_fee} />,
  },
  cancellation_fee_owed: {
    group: "money",
    wide: true,
    amount: true,
    cell: (row) => <Amount of={row.cancellation_fee_owed} />,
  },
  cancellation_fee_written_off: {
    group: "money",
    wide: true,
    amount: true,
    cell: (row) => <Amount of={row.cancellation_fee_written_off} />,
  },
  refunded_amount: {
    group: "money",
    wide: true,
    amount: true,
    cell: (row) => <Amount of={row.refunded_amount} />,
  },
  otp: { group: "trip", cell: (row) => <TextCell text={row.otp} ltr /> },
  trip_cost: {
    group: "money",
    sort: "trip_cost",
    amount: true,
    cell: (row) => <Cost of={row.charged_amount} />,
  },
  trip_start_time: {
    group: "trip",
    wide: true,
    cell: (row) => <Moment at={row.trip_start_time} />,
  },
  trip_end_time: { group: "trip", wide: true, cell: (row) => <Moment at={row.trip_end_time} /> },
  total_trip_time: {
    group: "trip",
    wide: true,
    cell: (row) => <Duration seconds={row.total_trip_time} />,
  },
  distance_km: { group: "trip", wide: true, cell: (row) => <Distance km={row.distance_km} /> },
  vehicle_number: {
    group: "people",
    wide: true,
    cell: (row) => <Plate row={row} />,
  },
  driver_share: {
    group: "money",
    only: "staff",
    amount: true,
    cell: (row) => <Cost of={row.driver_share} />,
  },
  convenience_fees: {
    group: "money",
    only: "staff",
    wide: true,
    amount: true,
    cell: (row) => <Amount of={row.convenience_fees} />,
  },
  discount: {
    group: "money",
    wide: true,
    amount: true,
    cell: (row) => <Amount of={row.discount} />,
  },
  payable_amount: {
    group: "money",
    wide: true,
    amount: true,
    cell: (row) => <Amount of={row.payable_amount} />,
  },
  customer_paid: {
    group: "money",
    wide: true,
    amount: true,
    cell: (row) => <Amount of={row.customer_paid} />,
  },
  payment_mode: { group: "money", cell: (row) => <Mode row={row} /> },
  chosen_payment: { group: "money", wide: true, cell: (row) => <ChosenPayment row={row} /> },
  prepaid: { group: "money", wide: true, cell: (row) => <YesNo value={row.prepaid} /> },
  gateway: { group: "money", wide: true, cell: (row) => <TextCell text={row.gateway} /> },
  cash_payment_amount: {
    group: "money",
    wide: true,
    amount: true,
    cell: (row) => <Amount of={row.cash_payment_amount} />,
  },
  card_payment_amount: {
    group: "money",
    wide: true,
    amount: true,
    cell: (row) => <Amount of={row.card_payment_amount} />,
  },
  used_wallet_money: {
    group: "money",
    wide: true,
    amount: true,
    cell: (row) => <Amount of={row.used_wallet_money} />,
  },
  other_payment_amount: {
    group: "money",
    wide: true,
    amount: true,
    cell: (row) => <Amount of={row.other_payment_amount} />,
  },
  written_off_amount: {
    group: "money",
    wide: true,
    amount: true,
    cell: (row) => <Amount of={row.written_off_amount} />,
  },
  tip_amount: {
    group: "money",
    wide: true,
    amount: true,
    cell: (row) => <Amount of={row.tip_amount} />,
  },
  rating: { group: "trip", wide: true, cell: (row) => row.rating ?? NONE },
} as const satisfies Record<string, ColumnShape>;

type ColumnId = keyof typeof TABLE;

const ALL: readonly (ColumnShape & { id: ColumnId })[] = (Object.keys(TABLE) as ColumnId[]).map(
  (id) => ({ id, ...TABLE[id] }),
);

/** Columns that only a row with all fields has. */
export const WIDE: readonly string[] = ALL.flatMap(({ id, wide }) => (wide ? [id] : []));

export interface Circumstances {
  role: UserType | null;
  category: AppCategory;
  /** Whether trips start with a code. */
  otp: boolean;
}

/** The places on a phone's card. The other columns follow with their labels. */
const PLACES: Partial<Record<ColumnId, CardPlace>> = {
  status: "title",
  trip_cost: "aside",
  way: "body",
  trip_date: "foot",
  reference: "foot-end",
  customer_name: "none",
  driver_name: "none",
};

/** The columns that the viewer can choose from. Document 3's short table is visible by default. */
export function columnsFor(here: Circumstances, t: TFunction): Column<BookingRow>[] {
  const { role, category } = here;
  const visible: readonly string[] = usualColumns(here);
  const permitted = ALL.filter(
    ({ only }) =>
      only === undefined || (only === "staff" ? role !== "rider" : category === "delivery"),
  );
  return permitted.map(({ id, group, cell, sort, amount }) => ({
    id,
    label: t(`history.col_${id}`),
    group: t(`history.group_${group}`),
    cell,
    hidden: !visible.includes(id),
    place:
      id === "driver_share"
        ? (shown) => (shown.has("trip_cost") ? "line" : "aside")
        : (PLACES[id] ?? "line"),
    ...(sort ? { sort } : {}),
    ...(amount ? { amount } : {}),
    ...(id === "way" ? { exported: ["pickup_add", "stops", "drop_add"] } : {}),
  }));
}

/** Document 3's short table, with the route. */
export function usualColumns({ role, otp }: Circumstances): ColumnId[] {
  return [
    "reference",
    "trip_date",
    ...(role === "rider" ? [] : (["customer_name"] as const)),
    "way",
    "driver_name",
    "status",
    ...(otp ? (["otp"] as const) : []),
    // A driver's list shows the driver's earnings.
    role === "driver" ? "driver_share" : "trip_cost",
  ];
}
