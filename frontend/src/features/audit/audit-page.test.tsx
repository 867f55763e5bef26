import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { AuditEntry } from "@/api/audit";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { AuditPage } from "./audit-page";

const entry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 5,
  at: "2026-05-04T10:00:00Z",
  actor: 9,
  actor_name: "Dora Example",
  source: "office",
  action: "changed",
  kind: "promo",
  target_id: "7",
  label: "WELCOME",
  before: { min_order: "5.00", promo_description: "" },
  after: { min_order: "8.00", promo_description: "For all" },
  figures: { min_order: "money" },
  ...changes,
});

let requests: URL[] = [];

function show(rows: readonly AuditEntry[], at = "/audit") {
  requests = [];
  vi.stubGlobal("fetch", async (address: string) => {
    const url = new URL(address, "http://localhost");
    requests.push(url);
    const path = url.pathname.replace("/api/v1/", "");
    if (path === "audit/") return Response.json({ next: null, results: rows });
    if (path === "audit/kinds/") return Response.json({ results: ["promo", "user"] });
    if (path === "settings/public/")
      return Response.json({ time_zone: "UTC", symbol: "£", decimal: 2 });
    return Response.json({ next: null, results: [] });
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[at]}>
          <AuditPage />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("the audit log", () => {
  it("shows who changed which object, and which fields", async () => {
    show([entry()]);
    const row = await screen.findByRole("row", { name: /Dora Example/ });
    for (const text of ["Changed", "Promo code", "WELCOME", /Minimum fare/, "Back office"]) {
      expect(within(row).getByText(text)).toBeInTheDocument();
    }
  });

  it("shows each field before and after the action", async () => {
    show([entry()]);
    const row = await screen.findByRole("row", { name: /Dora Example/ });
    // The object's name links to its page.
    expect(within(row).getByRole("link", { name: "WELCOME" })).toHaveAttribute("href", "/promos");
    await userEvent.click(within(row).getByText("Back office"));
    const table = await screen.findByRole("table", { name: "Changes" });
    expect(
      within(table).getByRole("row", { name: "Minimum fare £5.00 £8.00" }),
    ).toBeInTheDocument();
    expect(
      within(table).getByRole("row", { name: "Description empty For all" }),
    ).toBeInTheDocument();
    const drawer = within(await screen.findByRole("dialog"));
    expect(drawer.getByRole("link", { name: "WELCOME" })).toHaveAttribute("href", "/promos");
    expect(drawer.getByRole("link", { name: "Dora Example" })).toHaveAttribute("href", "/people/9");
  });

  it("formats numbers at any depth in the platform's format", async () => {
    show([
      entry({
        kind: "car_type",
        before: { options: [], convenience_fees: "15.0000" },
        after: {
          options: [{ description: "Sofa", amount: "1234.5000", mins_delayed: 4 }],
          convenience_fees: "12.5000",
        },
        figures: { amount: "money", convenience_fees: "percent" },
      }),
    ]);
    const row = await screen.findByRole("row", { name: /Dora Example/ });
    await userEvent.click(within(row).getByText("Back office"));
    const table = await screen.findByRole("table", { name: "Changes" });
    expect(table).toHaveTextContent('"amount": "£1,234.50"');
    expect(table).toHaveTextContent('"mins_delayed": 4');
    expect(within(table).getByRole("row", { name: /15% 12.5%$/ })).toBeInTheDocument();
    expect(table).not.toHaveTextContent("0000");
  });

  it("distinguishes amounts that differ by less than the smallest coin", async () => {
    show([
      entry({
        kind: "car_type",
        before: { rate_per_unit_distance: "0.1250", convenience_fees: "1.1250", score: "0.1230" },
        after: { rate_per_unit_distance: "0.1290", convenience_fees: "1.1290", score: "0.1234" },
        figures: { rate_per_unit_distance: "money", convenience_fees: "percent", score: "number" },
      }),
    ]);
    const row = await screen.findByRole("row", { name: /Dora Example/ });
    await userEvent.click(within(row).getByText("Back office"));
    const table = await screen.findByRole("table", { name: "Changes" });
    for (const sides of [/£0.125 £0.129$/, /1.125% 1.129%$/, /0.123 0.1234$/]) {
      expect(within(table).getByRole("row", { name: sides })).toBeInTheDocument();
    }
  });

  it("filters by one object from a link, until the filter is cleared", async () => {
    show([entry()], "/audit?kind=promo&target=7");
    const all = await screen.findByRole("button", { name: "Filtered by record" });
    await screen.findByText("WELCOME");
    const first = requests.find(({ pathname }) => pathname.endsWith("/audit/"));
    expect(first?.searchParams.get("target")).toBe("7");
    await userEvent.click(all);
    await waitFor(() => {
      const last = requests.filter(({ pathname }) => pathname.endsWith("/audit/")).at(-1);
      expect(last?.searchParams.has("target")).toBe(false);
    });
  });

  it("shows an empty state", async () => {
    show([]);
    expect(await screen.findByText("No data available.")).toBeInTheDocument();
  });

  it("shows a deleted object without a link", async () => {
    show([entry({ action: "deleted", after: {} })]);
    await userEvent.click(await screen.findByText("WELCOME"));
    const drawer = within(await screen.findByRole("dialog"));
    await drawer.findByRole("table", { name: "Changes" });
    expect(drawer.queryByRole("link", { name: "WELCOME" })).toBeNull();
  });
});
