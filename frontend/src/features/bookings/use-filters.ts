import type { BookingFilters } from "@/api/bookings";
import type { BookingStatus } from "@/api/types";
import { useAddress } from "@/ui/use-address";
import type { SortField } from "./columns";

export const TABS = ["all", "active", "later", "complete", "cancelled"] as const;
export type Tab = (typeof TABS)[number];

export const STATUSES = [
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
export const MODES = ["cash", "wallet", "card", "other", "written_off"] as const;
const SORTS = ["id", "trip_date", "trip_cost"] as const satisfies readonly SortField[];

/** The filters besides search and tab, by their names in the URL. */
const FILTER_NAMES = [
  "status",
  "from",
  "to",
  "settled_from",
  "settled_to",
  "car",
  "pay",
  "driver",
  "rider",
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

export interface Sort {
  field: SortField;
  descending: boolean;
}

const oneOf = <T extends string>(known: readonly T[], word: string | null | undefined) =>
  known.find((candidate) => candidate === word);

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (text: string | null) => (text && DAY.test(text) ? text : "");
const numberOf = (text: string | null) => {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
};

function readSort(text: string | null): Sort | null {
  const field = oneOf(SORTS, text?.replace(/^-/, ""));
  return field ? { field, descending: text?.startsWith("-") ?? false } : null;
}

/** Only what is set, by the names of the API. */
function queryOf(params: URLSearchParams): BookingFilters {
  const tab = oneOf(TABS, params.get("show"));
  const statuses = statusesOf(params);
  const found: Record<string, string | number | boolean | null | undefined> = {
    search: params.get("q") ?? "",
    from: dayOf(params.get("from")),
    to: dayOf(params.get("to")),
    settled_from: dayOf(params.get("settled_from")),
    settled_to: dayOf(params.get("settled_to")),
    car_type: numberOf(params.get("car")),
    driver: numberOf(params.get("driver")),
    rider: numberOf(params.get("rider")),
    payment_mode: oneOf(MODES, params.get("pay")),
    ordering: readSort(params.get("sort")) ? params.get("sort") : null,
    status: statuses.join(","),
  };
  if (statuses.length === 0) {
    if (tab === "active" || tab === "later") found.active = true;
    if (tab === "later") found.book_later = true;
    if (tab === "complete") found.status = "COMPLETE";
    if (tab === "cancelled") found.status = "CANCELLED";
  }
  return Object.fromEntries(
    Object.entries(found).filter(
      ([, value]) => value !== "" && value !== null && value !== undefined,
    ),
  );
}

const statusesOf = (params: URLSearchParams) =>
  (params.get("status") ?? "").split(",").flatMap((word) => oneOf(STATUSES, word) ?? []);

/** The list's filters, stored in the URL, so that a link or a reload shows the same list. */
export function useFilters() {
  const { params, current, change: set, replace } = useAddress();
  const statuses = statusesOf(params);
  // A filter by status replaces the tab.
  const tab: Tab = statuses.length > 0 ? "all" : (oneOf(TABS, params.get("show")) ?? "all");
  const search = params.get("q") ?? "";
  const filters = queryOf(params);

  const { ordering: _, ...applied } = filters;
  return {
    tab,
    search,
    statuses,
    from: filters.from ?? "",
    to: filters.to ?? "",
    settledFrom: filters.settled_from ?? "",
    settledTo: filters.settled_to ?? "",
    car: filters.car_type ?? null,
    driver: filters.driver ?? null,
    rider: filters.rider ?? null,
    pay: filters.payment_mode ?? "",
    sort: readSort(params.get("sort")),
    filters,
    filtered: Object.keys(applied).length > 0,
    /** The number of active filters in the panel. */
    count: FILTER_NAMES.filter((name) => params.get(name)).length,
    show: (next: Tab) => set({ show: next === "all" ? "" : next, status: "" }),
    find: (text: string) => set({ q: text }),
    setFilter: (name: FilterName, value: string) =>
      set(name === "status" ? { status: value, show: "" } : { [name]: value }),
    /** Newest or dearest first, then the other way round, then as usual. */
    sortBy: (field: SortField) => {
      const now = readSort(params.get("sort"));
      const next = now?.field !== field ? `-${field}` : now.descending ? field : "";
      set({ sort: next });
    },
    /** Clears the panel's filters; search and tab stay. */
    clearPanel: () => set(Object.fromEntries(FILTER_NAMES.map((name) => [name, ""]))),
    clear: () => replace(new URLSearchParams()),
    /** What a saved view stores of the address, with changes that are not drawn yet. */
    query: () => current().toString(),
    showView: (query: string) => replace(new URLSearchParams(query)),
  };
}

export type Filters = ReturnType<typeof useFilters>;
