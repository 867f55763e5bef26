import { useSearchParams } from "react-router";
import type { BookingFilters } from "@/api/bookings";

export const TABS = ["all", "active", "later", "complete", "cancelled"] as const;
export type Tab = (typeof TABS)[number];

function isTab(text: string | null): text is Tab {
  return TABS.some((tab) => tab === text);
}

/** What the list is narrowed to; it lives in the address, so that a link or a reload shows the same. */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const asked = params.get("show");
  const tab: Tab = isTab(asked) ? asked : "all";
  const search = params.get("q") ?? "";

  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value) after.set(name, value);
        else after.delete(name);
        return after;
      },
      { replace: true },
    );

  const filters: BookingFilters = {
    ...(tab === "active" ? { active: true } : {}),
    ...(tab === "later" ? { active: true, book_later: true } : {}),
    ...(tab === "complete" ? { status: "COMPLETE" } : {}),
    ...(tab === "cancelled" ? { status: "CANCELLED" } : {}),
    ...(search ? { search } : {}),
  };
  return {
    tab,
    search,
    filters,
    narrowed: tab !== "all" || search !== "",
    show: (next: Tab) => set("show", next === "all" ? "" : next),
    find: (text: string) => set("q", text),
    clear: () => setParams({}, { replace: true }),
  };
}
