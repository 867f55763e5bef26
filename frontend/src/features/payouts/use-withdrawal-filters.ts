import type { WithdrawalFilters } from "@/api/payouts";
import { useAddress } from "@/ui/use-address";

export const TABS = ["requested", "processed", "rejected", "all"] as const;
const SORTS = ["requested_at", "amount"] as const;
export type SortField = (typeof SORTS)[number];

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (text: string | null) => (text && DAY.test(text) ? text : "");
const numberOf = (text: string | null) => {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
};

/** The list's filters, stored in the URL; open withdrawals are shown first. */
export function useWithdrawalFilters() {
  const { params, current, change: set, replace } = useAddress();
  const tab = TABS.find((one) => one === params.get("show")) ?? "requested";
  const search = params.get("q") ?? "";
  const from = dayOf(params.get("from"));
  const to = dayOf(params.get("to"));
  const batch = numberOf(params.get("batch"));
  const sort = params.get("sort") ?? "";
  const field = SORTS.find((one) => one === sort.replace(/^-/, ""));
  const ordering = field ? sort : "";

  const filters: WithdrawalFilters = {
    ...(tab === "all" ? {} : { state: tab }),
    ...(search ? { search } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(batch ? { batch } : {}),
    ...(ordering ? { ordering } : {}),
  };
  return {
    tab,
    search,
    from,
    to,
    batch,
    filters,
    sort: field ? { field, descending: sort.startsWith("-") } : null,
    filtered: Boolean(search || from || to || batch),
    set,
    /** The latest or largest first, then the other way round, then as usual. */
    sortBy: (next: SortField) => {
      if (field !== next) set({ sort: `-${next}` });
      else set({ sort: sort.startsWith("-") ? next : "" });
    },
    clear: () => set({ q: "", from: "", to: "", batch: "" }),
    /** What a saved view stores of the address, with changes that are not drawn yet. */
    query: () => current().toString(),
    showView: (query: string) => replace(new URLSearchParams(query)),
  };
}

export type Filters = ReturnType<typeof useWithdrawalFilters>;
