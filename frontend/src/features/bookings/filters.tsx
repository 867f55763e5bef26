import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { carTypesQuery } from "@/api/catalogue";
import type { BookingRow, BookingStatus, UserType } from "@/api/types";
import type { ListFilter, ListParams, ListTabs } from "@/ui/data-table/types";
import { lazy } from "@/ui/lazy";

const DriverFilter = lazy(async () => ({
  default: (await import("./person-filters")).DriverFilter,
}));
const RiderFilter = lazy(async () => ({ default: (await import("./person-filters")).RiderFilter }));

/** The tabs with the filters of the API. */
const TABS = {
  all: {},
  active: { active: "true" },
  later: { active: "true", book_later: "true" },
  complete: { status: "COMPLETE" },
  cancelled: { status: "CANCELLED" },
} as const satisfies Record<string, ListParams>;

const STATUSES = [
  "PAYMENT_PENDING",
  "NEW",
  "ACCEPTED",
  "ARRIVED",
  "STARTED",
  "REACHED",
  "PENDING",
  "PAID",
  "COMPLETE",
  "CANCELLED",
] as const satisfies readonly BookingStatus[];
const MODES = ["cash", "wallet", "card", "other", "written_off"] as const;

const isId = (text: string) => Number.isSafeInteger(Number(text)) && Number(text) > 0;

interface BookingFilters {
  tabs: ListTabs;
  filters: ListFilter<BookingRow>[];
}

/** The filters of the list of bookings. Only staff filter by payment day and by person. */
export function useBookingFilters(role: UserType | null): BookingFilters {
  const { t } = useTranslation();
  const cars = useQuery(carTypesQuery());
  const isStaff = role === "admin" || role === "fleetadmin";

  const tabs: ListTabs = {
    name: "show",
    label: t("bookings.show"),
    options: (Object.keys(TABS) as (keyof typeof TABS)[]).map((value) => ({
      value,
      label: t(`bookings.tab_${value}`),
      ...(value === "all" ? {} : { params: TABS[value] }),
    })),
    replacedBy: "status",
  };
  const all: ListFilter<BookingRow>[] = [
    {
      name: "status",
      label: t("bookings.status"),
      kind: "multiselect",
      options: STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
    },
    { name: "from", label: t("history.from"), kind: "date", until: "to" },
    { name: "to", label: t("history.to"), kind: "date", since: "from" },
    {
      name: "car",
      param: "car_type",
      label: t("bookings.car_type"),
      kind: "select",
      options: (cars.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      accepts: isId,
    },
    {
      name: "pay",
      param: "payment_mode",
      label: t("history.col_payment_mode"),
      kind: "select",
      options: MODES.map((value) => ({ value, label: t(`history.mode_${value}`) })),
      accepts: (value) => MODES.some((mode) => mode === value),
    },
  ];
  const source: ListFilter<BookingRow> = {
    name: "street",
    param: "street_trip",
    label: t("bookings.source"),
    kind: "select",
    options: [
      { value: "true", label: t("bookings.source_street") },
      { value: "false", label: t("bookings.source_booked") },
    ],
    accepts: (value) => value === "true" || value === "false",
  };
  const forStaff: ListFilter<BookingRow>[] = [
    source,
    {
      name: "settled_from",
      label: t("history.settled_from"),
      kind: "date",
      until: "settled_to",
    },
    {
      name: "settled_to",
      label: t("history.settled_to"),
      kind: "date",
      since: "settled_from",
    },
    {
      name: "driver",
      label: t("bookings.driver"),
      kind: "field",
      accepts: isId,
      render: (field) => <DriverFilter {...field} />,
    },
    {
      name: "rider",
      label: t("bookings.customer"),
      kind: "field",
      accepts: isId,
      render: (field) => <RiderFilter {...field} searches={role === "admin"} />,
    },
  ];
  return { tabs, filters: isStaff ? [...all, ...forStaff] : all };
}
