import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { AlertCases } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { AlertsPanel } from "./alerts-panel";

const one = {
  name: "Ada Example",
  reference: "",
  at: "2026-03-01T10:00:00Z",
  booking_id: null,
  person_id: null,
  note: "",
  actions: [],
};

function show(results: AlertCases[]) {
  vi.stubGlobal("fetch", (url: string) =>
    url.includes("dashboard/alerts/")
      ? Promise.resolve(Response.json({ results }))
      : new Promise(() => undefined),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ThemeProvider>
        <MemoryRouter>
          <AlertsPanel />
        </MemoryRouter>
      </ThemeProvider>
    </QueryClientProvider>,
  );
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("open alerts", () => {
  it("link to the page where they are handled", async () => {
    show([
      {
        kind: "waiting",
        urgent: true,
        ids: [1],
        count: 1,
        results: [{ ...one, booking_id: 81, reference: "K7M4QX", note: "Economy" }],
      },
      {
        kind: "payment",
        urgent: false,
        ids: [1],
        count: 1,
        results: [{ ...one, reference: "wallet-3-1", person_id: 3 }],
      },
      {
        kind: "document",
        urgent: false,
        ids: [1],
        count: 1,
        results: [{ ...one, name: "Ben", at: "2026-03-09", person_id: 7, note: "insurance" }],
      },
      {
        kind: "approval",
        urgent: false,
        ids: [1],
        count: 100,
        results: [{ ...one, name: "Eve", person_id: 9, note: "HW1" }],
      },
    ]);
    const to = async (name: RegExp) =>
      (await screen.findByRole("link", { name })).getAttribute("href");
    expect(await to(/K7M4QX/)).toBe("/bookings/81");
    expect(await to(/wallet-3-1/)).toBe("/transactions?search=wallet-3-1");
    expect(await to(/Ben Insurance 9 Mar 2026/)).toBe("/people/7");
    expect(await to(/Eve/)).toBe("/people/9");
    expect(await to(/Show all/)).toBe("/drivers?approved=false");
    expect(screen.getByText("99+")).toBeInTheDocument();
  });

  it("show when there are none", async () => {
    show([]);
    expect(await screen.findByText("You’re all caught up.")).toBeInTheDocument();
  });
});
