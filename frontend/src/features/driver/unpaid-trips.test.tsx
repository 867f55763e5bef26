import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { UnpaidTrips } from "./unpaid-trips";

const trip = {
  id: 81,
  reference: "K7WQ4P",
  status: "PENDING",
  trip_date: "2026-05-04T10:30:00Z",
  trip_cost: "71.8800",
  charged_amount: "71.8800",
  driver_share: "62.5000",
  customer_name: "Ada Byron",
  actions: ["collect-cash"],
};

function show(trips: unknown[]) {
  const posted: unknown[] = [];
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    requests.push(url);
    if (init.method === "POST") {
      posted.push([url, JSON.parse(String(init.body))]);
      trips.length = 0;
      return Response.json({ ...trip, status: "PAID", actions: [] });
    }
    if (url.includes("bookings/81/")) return Response.json({ ...trip, to_collect: "61.8800" });
    if (url.includes("bookings/")) return Response.json({ results: [...trips], next: null });
    return Response.json({ symbol: "£", decimal: 2 });
  });
  const { container } = render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <UnpaidTrips />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { posted, requests, container };
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

it("lists the driver's unpaid trips, and settles one in cash for the amount due", async () => {
  const { posted, requests } = show([trip]);
  const row = await screen.findByRole("listitem");
  expect(requests.some((url) => url.includes("status=PENDING"))).toBe(true);
  expect(within(row).getByText("£62.50")).toBeInTheDocument();
  expect(within(row).queryByText("£71.88")).toBeNull();
  expect(within(row).getByRole("link")).toHaveAttribute("href", "/bookings/81");
  await userEvent.click(within(row).getByRole("button", { name: "Cash collected" }));
  const sheet = within(await screen.findByRole("dialog"));
  await sheet.findByText(/£61\.88/);
  await userEvent.click(sheet.getByRole("button", { name: "Cash collected" }));
  await waitFor(() => expect(screen.queryByRole("listitem")).toBeNull());
  expect(posted).toEqual([["/api/v1/bookings/81/collect-cash/", { amount: "61.8800" }]]);
});

it("is hidden when every trip is paid", async () => {
  const { requests, container } = show([]);
  await waitFor(() => expect(requests.some((url) => url.includes("bookings/"))).toBe(true));
  await new Promise((done) => setTimeout(done, 50));
  expect(container.querySelector("section")).toBeNull();
});
