import { useAddress } from "@/ui/use-address";
import type { ListFilter, ListParams } from "./types";

export interface Sort {
  field: string;
  descending: boolean;
}

/** What the list shows; it lives in the address, so that a link or a reload shows the same. */
export function useListState(filters: readonly ListFilter[]) {
  const { params, current, change: set } = useAddress();
  const names = filters.map(({ name }) => name);
  const all = ["q", "sort", ...names];
  const search = params.get("q") ?? "";
  const ordering = params.get("sort") ?? "";
  const chosen: ListParams = Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const sort: Sort | null = ordering
    ? { field: ordering.replace(/^-/, ""), descending: ordering.startsWith("-") }
    : null;

  return {
    search,
    chosen,
    sort,
    /** By the names of the API. */
    apiParams: {
      ...chosen,
      ...(search ? { search } : {}),
      ...(ordering ? { ordering } : {}),
    } as ListParams,
    filtered: search !== "" || Object.keys(chosen).length > 0,
    find: (text: string) => set({ q: text }),
    setFilter: (name: string, value: string) => set({ [name]: value }),
    /** One way, the other, and as usual. */
    sortBy: (field: string, alphabetical = false) => {
      const ways = alphabetical ? [field, `-${field}`, ""] : [`-${field}`, field, ""];
      const before = sort?.field === field ? ways.indexOf(ordering) : -1;
      set({ sort: ways[before + 1] ?? "" });
    },
    clear: () => set(Object.fromEntries(["q", ...names].map((name) => [name, ""]))),
    /** What a saved view stores of the address, with changes that are not drawn yet. */
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
