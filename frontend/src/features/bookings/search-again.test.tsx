import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Booking } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { StaffActions } from "./staff-actions";

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

it("searches for drivers again, in a wider radius if chosen", async () => {
  const posted: unknown[] = [];
  const booking = {
    id: 81,
    status: "NEW",
    actions: ["search"],
    car_type: { name: "Economy" },
    pickup: { add: "Newport" },
  } as unknown as Booking;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (init.method === "POST") posted.push([url, JSON.parse(String(init.body))]);
    return Response.json(booking);
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <StaffActions booking={booking} />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Search again" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(await dialog.findByRole("checkbox", { name: "Expand search" }));
  await userEvent.click(dialog.getByRole("button", { name: "Search again" }));
  await waitFor(() =>
    expect(posted).toEqual([["/api/v1/bookings/81/search/", { action: "widen" }]]),
  );
});

it("opens the search when an alert links to it", async () => {
  const booking = {
    id: 81,
    status: "NEW",
    actions: ["search"],
    car_type: { name: "Economy" },
    pickup: { add: "Newport" },
  } as unknown as Booking;
  vi.stubGlobal("fetch", async () => Response.json(booking));
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[{ pathname: "/bookings/81", state: { open: "search" } }]}>
          <StaffActions booking={booking} />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  expect(await screen.findByRole("checkbox", { name: "Expand search" })).toBeVisible();
});
