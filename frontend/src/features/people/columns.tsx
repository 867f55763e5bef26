import { Badge } from "@mantine/core";
import type { TFunction } from "i18next";
import { editPerson, type PersonFields } from "@/api/people";
import type { CarType, PersonRow, UserType } from "@/api/types";
import type { useFormat } from "@/i18n/use-format";
import { Avatar } from "@/ui/avatar";
import type { CellEdit, Column } from "@/ui/data-table/types";
import { Money } from "@/ui/money";
import { PersonLink } from "@/ui/record-link";
import { approvalConfirmation, approvalDone } from "./approval-messages";
import { hasBank } from "./kinds";
import classes from "./people.module.css";

type Person = PersonRow;
type Driver = NonNullable<PersonRow["driver"]>;
type Format = ReturnType<typeof useFormat>;

const save = (fields: (value: string) => PersonFields) => (row: Person, value: string) =>
  editPerson(row.id, fields(value)) as Promise<Person>;

const text = (name: "first_name" | "last_name"): CellEdit<Person> => ({
  kind: "text",
  value: (row) => row[name],
  apply: (row, value) => {
    const after = { ...row, [name]: value };
    return { ...after, name: `${after.first_name} ${after.last_name}`.trim() };
  },
  save: save((value) => ({ [name]: value })),
});

type CarText = "vehicle_make" | "vehicle_model" | "vehicle_number" | "other_info";

const withDriver = (row: Person, changes: Partial<Driver>): Person =>
  row.driver ? { ...row, driver: { ...row.driver, ...changes } } : row;

const carText = (name: CarText): CellEdit<Person> => ({
  kind: "text",
  value: (row) => row.driver?.[name] ?? "",
  apply: (row, value) => withDriver(row, { [name]: value }),
  save: save((value) => ({ [name]: value })),
});

interface ColumnContext {
  t: TFunction;
  format: Format;
  role: UserType;
  carTypes: readonly Pick<CarType, "id" | "name">[];
  mayApprove: boolean;
  /** Whether the viewer sees balances and bank details. */
  seesMoney: boolean;
  /** The viewer's id, because users cannot disapprove themselves. */
  me: number | undefined;
}

/** Document 3's columns of a list of people, in its order. */
export function peopleColumns(context: ColumnContext): Column<Person>[] {
  const { t, format, role, mayApprove, me } = context;
  const yesNo = (on: boolean) => t(on ? "history.yes" : "history.no");
  // A driver's list also shows the car and whether the driver is online.
  const drives = role === "driver";
  const created: Column<Person> = {
    id: "created_at",
    label: t("people.col_created_at"),
    hidden: drives,
    sort: "created_at",
    place: "none",
    cell: (row) => (
      <time className={classes.day} dateTime={row.created_at}>
        {format.date(row.created_at)}
      </time>
    ),
  };
  const identity: Column<Person>[] = [
    {
      id: "first_name",
      label: t("people.col_first_name"),
      sort: "first_name",
      alphabetical: true,
      place: "title",
      cell: (row) => (
        <PersonLink id={row.id} kind={role}>
          {row.first_name}
        </PersonLink>
      ),
      edit: text("first_name"),
    },
    {
      id: "last_name",
      label: t("people.col_last_name"),
      sort: "last_name",
      alphabetical: true,
      place: "under",
      cell: (row) => row.last_name,
      edit: text("last_name"),
    },
    {
      id: "mobile",
      label: t("people.col_mobile"),
      cell: (row) => <bdi dir="ltr">{row.mobile || "–"}</bdi>,
    },
    {
      id: "email",
      label: t("people.col_email"),
      hidden: drives,
      cell: (row) => <bdi dir="ltr">{row.email || "–"}</bdi>,
    },
  ];
  const approved: Column<Person> = {
    id: "approved",
    label: t("people.col_approved"),
    place: "aside",
    cell: (row) => yesNo(row.approved),
    edit: {
      kind: "toggle",
      value: (row) => String(row.approved),
      may: (row) => mayApprove && row.id !== me,
      apply: (row, value) => ({ ...row, approved: value === "true" }),
      save: save((value) => ({ approved: value === "true" })),
      confirm: (row, value) => approvalConfirmation(row, value === "true", t),
      done: (row) => approvalDone(row, t),
    },
  };
  if (role === "admin") {
    const staffRole: Column<Person> = {
      id: "staff_role",
      label: t("staff.role"),
      place: "line",
      cell: (row) => row.staff_role?.name ?? t("staff.owner"),
    };
    return [...identity, staffRole, approved];
  }
  if (role === "fleetadmin") return [created, ...identity, approved];
  return [
    created,
    ...identity,
    {
      id: "profile_image",
      label: t("people.col_profile_image"),
      hidden: drives,
      place: "none",
      cell: (row) => <Avatar name={row.name} image={row.profile_image} size={30} />,
    },
    approved,
    ...(context.seesMoney ? [balance(t)] : []),
    ...(drives ? driverColumns(context) : []),
    {
      id: "signup_via_referral",
      label: t("people.col_signup_via_referral"),
      hidden: true,
      cell: (row) => (
        <PersonLink id={row.signup_via_referral?.id} kind="rider">
          {row.signup_via_referral?.name ?? ""}
        </PersonLink>
      ),
    },
    {
      id: "referral_id",
      label: t("people.col_referral_id"),
      hidden: drives,
      cell: (row) => <bdi>{row.referral_id}</bdi>,
    },
    ...(hasBank(role) && context.seesMoney ? bankColumns(t) : []),
  ];
}

function balance(t: TFunction): Column<Person> {
  return {
    id: "wallet_balance",
    label: t("people.col_wallet_balance"),
    amount: true,
    cell: (row) => (row.wallet_balance === null ? "–" : <Money amount={row.wallet_balance} />),
  };
}

function bankColumns(t: TFunction): Column<Person>[] {
  return (["bank_name", "bank_code", "bank_account"] as const).map((id) => ({
    id,
    label: t(`people.col_${id}`),
    hidden: true,
    cell: (row) => <bdi>{row[id]}</bdi>,
  }));
}

function driverColumns({ t, format, carTypes }: ColumnContext): Column<Person>[] {
  const car = (id: CarText, hidden = false): Column<Person> => ({
    id,
    label: t(`people.col_${id}`),
    hidden,
    place: id === "vehicle_number" ? "line" : "none",
    cell: (row) => <bdi>{row.driver?.[id]}</bdi>,
    edit: carText(id),
  });
  return [
    car("vehicle_make", true),
    car("vehicle_model", true),
    car("vehicle_number"),
    car("other_info", true),
    {
      id: "car_type",
      label: t("people.col_car_type"),
      cell: (row) => row.driver?.car_type?.name ?? "",
      edit: {
        kind: "select",
        options: [
          { value: "", label: t("people.no_car_type") },
          ...carTypes.map(({ id, name }) => ({ value: String(id), label: name })),
        ],
        value: (row) => String(row.driver?.car_type?.id ?? ""),
        apply: (row, value) => {
          const found = carTypes.find(({ id }) => String(id) === value);
          return withDriver(row, { car_type: found ? { id: found.id, name: found.name } : null });
        },
        save: save((value) => ({ car_type: value ? Number(value) : null })),
      },
    },
    {
      id: "active",
      label: t("people.col_active"),
      cell: ({ driver }) => (
        <Badge variant="light" color={driver?.active ? "teal" : "gray"} tt="none">
          {t(driver?.active ? "people.active_yes" : "people.active_no")}
        </Badge>
      ),
    },
    {
      id: "license_image",
      label: t("people.col_license_image"),
      hidden: true,
      cell: (row) => t(row.driver?.license_image_url ? "history.yes" : "history.no"),
    },
    {
      id: "rating",
      label: t("people.col_rating"),
      amount: true,
      cell: (row) => (row.driver?.rating ? format.number(Number(row.driver.rating)) : ""),
    },
    {
      id: "busy",
      label: t("people.col_busy"),
      cell: ({ driver }) => t(driver?.busy ? "people.busy_yes" : "people.busy_no"),
    },
    {
      id: "fleet_admin",
      label: t("people.col_fleet_admin"),
      hidden: true,
      cell: (row) => (
        <PersonLink id={row.driver?.fleet_admin?.id} kind="fleetadmin">
          {row.driver?.fleet_admin?.name ?? ""}
        </PersonLink>
      ),
    },
  ];
}
