import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { AssignableDriver, Booking } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ToastOutlet } from "@/ui/toast";
import { StaffActions } from "./staff-actions";

const booking = {
  id: 81,
  reference: "K7WQ4P",
  status: "NEW",
  actions: ["assign", "cancel"],
  car_type: { id: 1, name: "Economy" },
  pickup: { add: "Quay Street, Newport" },
} as unknown as Booking;

const driver = (id: number, name: string, changes: Partial<AssignableDriver> = {}) =>
  ({
    id,
    name,
    vehicle_number: `HX${id} CAB`,
    rating: null,
    state: "free",
    offered: false,
    declined: false,
    assignable: true,
    distance_km: 1.2,
    eta_seconds: 240,
    ...changes,
  }) as AssignableDriver;

const keys: (string | null)[] = [];

function serve(assign: () => Response) {
  const sent: unknown[] = [];
  keys.length = 0;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (url.includes("/drivers/")) {
      const results = [
        driver(1, "Ben Near"),
        driver(2, "Bo Busy", { state: "busy", assignable: false }),
        driver(3, "Di Off", { state: "offline", assignable: false, eta_seconds: null }),
      ];
      return new Response(JSON.stringify({ results }));
    }
    if (url.includes("/assign/")) {
      sent.push(JSON.parse(String(init.body)));
      keys.push(new Headers(init.headers).get("Idempotency-Key"));
      return assign();
    }
    return new Response(JSON.stringify({ symbol: "£", decimal: 2, swipe_symbol: false }));
  });
  return sent;
}

async function open(changes: Partial<Booking> = {}) {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <StaffActions booking={{ ...booking, ...changes }} />
        </MemoryRouter>
        <ToastOutlet />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Assign a driver" }));
  await screen.findByText("Ben Near");
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("assigning a driver", () => {
  it("advises planning for a trip far ahead, whose driver would wait for it", async () => {
    serve(() => new Response("{}"));
    const trip_date = new Date(Date.now() + 5 * 60 * 60_000).toISOString();
    await open({ book_later: true, trip_date });
    expect(screen.getByText(/A driver who accepts it now gets no other trip/)).toBeVisible();
  });

  it("marks busy and offline drivers, and offers the booking only to the others", async () => {
    serve(() => new Response(JSON.stringify(booking)));
    await open();
    expect(screen.getByRole("button", { name: "Assign Ben Near" })).toBeEnabled();
    expect(screen.getByText("On a trip")).toBeInTheDocument();
    expect(screen.getByText("Offline")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Assign Bo Busy" })).toBeDisabled();
    expect(screen.getByRole("button", { name: "Assign Di Off" })).toBeDisabled();
  });

  it("offers it to the chosen driver and closes", async () => {
    const sent = serve(() => new Response(JSON.stringify(booking)));
    await open();
    await userEvent.click(screen.getByRole("button", { name: "Assign Ben Near" }));
    await waitFor(() => expect(screen.queryByText("Ben Near")).not.toBeInTheDocument());
    expect(sent).toEqual([{ driver_id: 1 }]);
    expect(
      await screen.findByText("Driver assigned successfully and notified"),
    ).toBeInTheDocument();
  });

  it("shows beside the list why it was rejected", async () => {
    const refused = { code: "driver_busy", detail: "The driver is on another trip." };
    serve(() => new Response(JSON.stringify(refused), { status: 409 }));
    await open();
    await userEvent.click(screen.getByRole("button", { name: "Assign Ben Near" }));
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    expect(screen.getByText("Ben Near")).toBeInTheDocument();
  });

  it.each([
    ["no answer leaves the same request to be sent again", "server_error", 502, 1],
    ["a refusal that is known makes it another request", "driver_busy", 409, 2],
  ])("%s", async (_name, code, status, different) => {
    serve(() => new Response(JSON.stringify({ code, detail: "" }), { status }));
    await open();
    await userEvent.click(screen.getByRole("button", { name: "Assign Ben Near" }));
    await screen.findByRole("alert");
    await userEvent.click(screen.getByRole("button", { name: "Assign Ben Near" }));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys).not.toContain(null);
    expect(new Set(keys).size).toBe(different);
  });
});
