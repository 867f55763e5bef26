import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { SosAlert } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { Alarms } from "./alarms";

const alarm: SosAlert = {
  id: 3,
  booking_id: 81,
  reference: "K7WQ4P",
  status: "STARTED",
  role: "rider",
  name: "Ada Marlowe",
  contact: "+447700900111",
  driver_name: "Ben Whitlock",
  vehicle_number: "HW12 CAB",
  lat: 50.7,
  lng: -1.29,
  created_at: new Date().toISOString(),
  handled_at: null,
};

function show(open: SosAlert[]): string[] {
  const posted: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (url.includes("settings")) return Response.json({});
    if (init.method === "POST") {
      posted.push(url);
      open.length = 0;
      return Response.json(alarm);
    }
    return Response.json({ next: null, results: [...open] });
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <Alarms />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return posted;
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

it("shows the sender, trip and position of an SOS until it is handled", async () => {
  const posted = show([{ ...alarm }]);
  const heading = { name: "SOS from Ada Marlowe, rider" };
  expect(await screen.findByRole("heading", heading)).toBeVisible();
  expect(screen.getByRole("link", { name: "Booking K7WQ4P" })).toHaveAttribute(
    "href",
    "/bookings/81",
  );
  expect(screen.getByRole("link", { name: "+447700900111" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Location" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Resolve" }));
  await waitFor(() => expect(screen.queryByRole("heading")).not.toBeInTheDocument());
  expect(posted).toEqual(["/api/v1/sos/3/handle/"]);
});

it("shows nothing without an SOS", async () => {
  show([]);
  await new Promise((done) => setTimeout(done, 50));
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
});
