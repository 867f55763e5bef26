import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { DriverEarningsRow, EarningsRow } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { DriverEarningsPage } from "./driver-earnings-page";
import { EarningsPage } from "./earnings-page";

const sums = {
  rides: 3,
  gross: "40.0000",
  trip_cost: "36.0000",
  driver_share: "30.0000",
  cancellation_fees: "4.0000",
  convenience_fees: "6.0000",
  discount: "1.0000",
  tips: "2.5000",
  profit: "5.0000",
};
const march: EarningsRow = {
  year: 2026,
  month: 3,
  day: null,
  since: "2026-03-01",
  until: "2026-03-15",
  ...sums,
};
const february: EarningsRow = {
  ...march,
  month: 2,
  since: "2026-02-01",
  until: "2026-02-28",
  rides: 9,
  gross: "20.0000",
};
const drivers: DriverEarningsRow[] = [
  {
    year: 2026,
    month: 3,
    day: null,
    since: "2026-03-01",
    until: "2026-03-15",
    driver: { id: 7, name: "Ben Example" },
    vehicle_number: "HW19 BEN",
    rides: 3,
    driver_share: "30.0000",
    tips: "2.5000",
  },
];
const staff = [
  { id: 7, name: "Ben Example", driver: { vehicle_number: "HW19 BEN" } },
  { id: 8, name: "Bob Ashby", driver: { vehicle_number: "HW20 BOB" } },
];
const requests: URL[] = [];

function show(page: ReactNode, results: unknown[], at = "/") {
  vi.stubGlobal("fetch", (address: string) => {
    const url = new URL(address, "http://hansom.test");
    requests.push(url);
    if (url.pathname.endsWith("/drivers/")) {
      const search = url.searchParams.get("search") ?? "";
      return Promise.resolve(
        Response.json({
          next: null,
          results: staff.filter(({ name }) => name.toLowerCase().startsWith(search)),
        }),
      );
    }
    if (!url.pathname.includes("/reports/") && !url.pathname.includes("/chart/"))
      return new Promise(() => undefined);
    return Promise.resolve(
      Response.json({
        from: "2025-04-01",
        to: "2026-03-15",
        group: url.searchParams.get("group") ?? "month",
        totals: { ...sums, rides: 12, gross: "60.0000" },
        written_off: "12.5000",
        driver: staff.find(({ id }) => String(id) === url.searchParams.get("driver")) ?? null,
        next: null,
        results,
      }),
    );
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ThemeProvider>
        <MemoryRouter initialEntries={[at]}>{page}</MemoryRouter>
      </ThemeProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => {
  localStorage.clear();
  requests.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

const rows = async (name: string) => {
  return within(await screen.findByRole("grid", { name }))
    .getAllByRole("row")
    .map((row) => [...row.children].map((cell) => cell.textContent));
};

describe("the earnings report", () => {
  it("shows write-offs beside the profit", async () => {
    show(<EarningsPage />, [march, february]);
    expect(await screen.findByText(/Written off in this period: .*12\.50/)).toBeInTheDocument();
  });

  it("has document 3's columns, months by name, and the totals below", async () => {
    show(<EarningsPage />, [march, february]);
    expect(await rows("Earnings")).toEqual([
      [
        "Year",
        "Month",
        "Rides",
        "Gross earnings",
        "Driver share",
        "Cancellation fee",
        "Convenience fee",
        "Discount",
        "Profit",
        "Tips",
      ],
      ["2026", "March", "3", "40.00", "30.00", "4.00", "6.00", "1.00", "5.00", "2.50"],
      ["2026", "February", "9", "20.00", "30.00", "4.00", "6.00", "1.00", "5.00", "2.50"],
      ["Total", "12", "60.00", "30.00", "4.00", "6.00", "1.00", "5.00", "2.50"],
    ]);
  });

  it("links each number to the bookings that it sums", async () => {
    show(<EarningsPage />, [march]);
    const to = async (name: string) =>
      (await screen.findByRole("link", { name })).getAttribute("href");
    expect(await to("Gross earnings, March 2026: show bookings")).toBe(
      "/bookings?settled_from=2026-03-01&settled_to=2026-03-15",
    );
    expect(await to("Rides, March 2026: show bookings")).toBe(
      "/bookings?settled_from=2026-03-01&settled_to=2026-03-15&status=PAID,COMPLETE",
    );
    expect(await to("Cancellation fee, Total: show bookings")).toBe(
      "/bookings?settled_from=2025-04-01&settled_to=2026-03-15&status=CANCELLED",
    );
  });

  it("sorts by a column", async () => {
    const user = show(<EarningsPage />, [march, february]);
    await user.click(await screen.findByRole("button", { name: /^Rides/ }));
    expect((await rows("Earnings"))[1]?.slice(0, 3)).toEqual(["2026", "February", "9"]);
    await user.click(await screen.findByRole("button", { name: /^Rides/ }));
    expect((await rows("Earnings"))[1]?.slice(0, 3)).toEqual(["2026", "March", "3"]);
  });

  it("hides columns, but not the period", async () => {
    const user = show(<EarningsPage />, [march]);
    await user.click(await screen.findByRole("button", { name: "Columns" }));
    expect(screen.queryByRole("checkbox", { name: "Month", hidden: true })).not.toBeInTheDocument();
    await user.click(await screen.findByRole("checkbox", { name: "Gross earnings", hidden: true }));
    const [head, row, total] = await rows("Earnings");
    expect(head?.slice(0, 4)).toEqual(["Year", "Month", "Rides", "Driver share"]);
    expect(row?.slice(0, 4)).toEqual(["2026", "March", "3", "30.00"]);
    expect(total?.slice(0, 3)).toEqual(["Total", "12", "30.00"]);
  });

  it("requests the days and steps of its URL", async () => {
    show(<EarningsPage />, [march], "/?from=2026-01-05&to=2026-01-20&group=week");
    await screen.findByRole("grid", { name: "Earnings" });
    const search = requests.find(({ pathname }) => pathname.endsWith("/reports/earnings/"))?.search;
    expect(search).toBe("?from=2026-01-05&to=2026-01-20&group=week");
  });

  it("shows an empty state", async () => {
    show(<EarningsPage />, []);
    expect(await screen.findByText("No data available.")).toBeInTheDocument();
  });
});

describe("the drivers' report", () => {
  it("links to one driver's bookings, and filters by one driver", async () => {
    const user = show(<DriverEarningsPage />, drivers);
    const link = await screen.findByRole("link", { name: /^Rides, March 2026, Ben Example/ });
    expect(link).toHaveAttribute(
      "href",
      "/bookings?settled_from=2026-03-01&settled_to=2026-03-15&status=PAID,COMPLETE&driver=7",
    );
    await user.click(screen.getByRole("button", { name: "Ben Example" }));
    await waitFor(() =>
      expect(screen.getByRole("combobox", { name: "Driver" })).toHaveValue("Ben Example"),
    );
    expect(requests.some(({ search }) => search.includes("driver=7"))).toBe(true);
  });

  it("searches for a driver, and filters by them until the filter is cleared", async () => {
    const user = show(<DriverEarningsPage />, []);
    const field = await screen.findByRole("combobox", { name: "Driver" });
    await user.type(field, "bob");
    await waitFor(() =>
      expect(requests.some(({ search }) => search.includes("search=bob"))).toBe(true),
    );
    await user.click(await screen.findByText("HW20 BOB"));
    await waitFor(() =>
      expect(requests.some(({ search }) => search.includes("driver=8"))).toBe(true),
    );
    // A driver without earnings is named too.
    await waitFor(() => expect(field).toHaveValue("Bob Ashby"));
    const [clear] = await screen.findAllByRole("button", { name: "Clear filters" });
    await user.click(clear as HTMLElement);
    await waitFor(() => expect(field).toHaveValue(""));
    expect(screen.queryByRole("button", { name: "Clear filters" })).not.toBeInTheDocument();
  });

  it("shows the name of the driver in its URL", async () => {
    show(<DriverEarningsPage />, [], "/?driver=8");
    await waitFor(() =>
      expect(screen.getByRole("combobox", { name: "Driver" })).toHaveValue("Bob Ashby"),
    );
  });

  it("is sorted by the server, because it is paginated", async () => {
    const user = show(<DriverEarningsPage />, drivers);
    await user.click(await screen.findByRole("button", { name: /^Driver share/ }));
    await waitFor(() =>
      expect(requests.some(({ search }) => search.includes("ordering=-driver_share"))).toBe(true),
    );
  });
});
