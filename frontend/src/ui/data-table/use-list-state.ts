import { useAddress } from "@/ui/use-address";
import type { ListFilter, ListParams, ListTabs } from "./types";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

interface Sort {
  field: string;
  descending: boolean;
}

interface ListOptions {
  filters: readonly ListFilter<never, never>[];
  tabs?: ListTabs | undefined;
  /** The orderings that the list has. */
  sorts: readonly string[];
  viewParams?: readonly string[];
}

/** The value of a filter in the URL; what the filter does not accept is ignored. */
function readFilter(
  { kind, options = [], accepts }: ListFilter<never, never>,
  text: string,
): string {
  if (kind === "date") return DAY.test(text) ? text : "";
  if (kind === "multiselect") {
    const known = (value: string) => options.some((option) => option.value === value);
    return text.split(",").filter(known).join(",");
  }
  return accepts && !accepts(text) ? "" : text;
}

/** The state of the list, stored in the URL: a link or a reload shows the same list. */
export function useListState({ filters, tabs, sorts, viewParams = [] }: ListOptions) {
  const { params, current, change: set } = useAddress();
  const names = filters.map(({ name }) => name);
  const all = ["q", "sort", ...names, ...(tabs ? [tabs.name] : []), ...viewParams];
  const search = params.get("q") ?? "";
  const values = filters.flatMap((filter) => {
    const value = readFilter(filter, params.get(filter.name) ?? "");
    return value ? [{ filter, value }] : [];
  });
  const chosen: ListParams = Object.fromEntries(
    values.map(({ filter, value }) => [filter.name, value]),
  );

  const replaced = tabs?.replacedBy && chosen[tabs.replacedBy];
  const [first] = tabs?.options ?? [];
  const tab =
    (!replaced && tabs?.options.find(({ value }) => value === params.get(tabs.name))) || first;
  const tabFilters = tab !== first && !first?.params;

  const text = params.get("sort") ?? "";
  const field = sorts.find((sort) => sort === text.replace(/^-/, ""));
  const ordering = field ? text : "";
  const sort: Sort | null = field ? { field, descending: text.startsWith("-") } : null;
  const cleared = (which: readonly string[]) => Object.fromEntries(which.map((name) => [name, ""]));

  return {
    search,
    chosen,
    sort,
    tab: tab?.value ?? "",
    /** By the names of the API, without search and ordering. */
    filters: {
      ...(replaced ? {} : tab?.params),
      ...Object.fromEntries(
        values.map(({ filter, value }) => [filter.param ?? filter.name, value]),
      ),
    } as ListParams,
    /** By the names of the API. */
    searchParams: {
      ...(search ? { search } : {}),
      ...(ordering ? { ordering } : {}),
    } as ListParams,
    filtered: search !== "" || values.length > 0 || tabFilters,
    find: (text: string) => set({ q: text }),
    showTab: (value: string) => {
      if (!tabs) return;
      const replacing = tabs.replacedBy ? { [tabs.replacedBy]: "" } : {};
      set({ [tabs.name]: value === first?.value ? "" : value, ...replacing });
    },
    setFilter: (name: string, value: string) =>
      set({ [name]: value, ...(tabs && name === tabs.replacedBy ? { [tabs.name]: "" } : {}) }),
    /** Cycles through one direction, the other and the default. */
    sortBy: (by: string, alphabetical = false) => {
      const cycle = alphabetical ? [by, `-${by}`, ""] : [`-${by}`, by, ""];
      const before = field === by ? cycle.indexOf(ordering) : -1;
      set({ sort: cycle[before + 1] ?? "" });
    },
    clearFilters: () => set(cleared(names)),
    clear: () => set(cleared(["q", ...names, ...(tabs && tabFilters ? [tabs.name] : [])])),
    /** The query that a saved view stores, with changes that are not drawn yet. */
    query: () =>
      new URLSearchParams(
        [...current()].filter(([name, value]) => all.includes(name) && value),
      ).toString(),
    show: (query: string) => {
      const wanted = new URLSearchParams(query);
      set(Object.fromEntries(all.map((name) => [name, wanted.get(name) ?? ""])));
    },
  };
}

export type ListState = ReturnType<typeof useListState>;
