import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { bookingKey } from "@/api/bookings";
import { createQueryClient } from "@/api/query-client";
import type { Booking } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { BoardDialog } from "./board-dialog";

const IN_AN_HOUR_MS = 60 * 60_000;
/** The trip of the next record, from now; null for one that is not scheduled. */
let ahead: number | null = null;

const record = (actions: string[]) =>
  ({
    book_later: ahead !== null,
    id: 81,
    status: "ACCEPTED",
    amount_due: "24.5000",
    car_type: { id: 1, name: "Economy" },
    driver: { id: 4, name: "Ben Carisbrooke" },
    pickup: { add: "Newport" },
    trip_date: ahead === null ? "2026-03-01T10:00:00Z" : new Date(Date.now() + ahead).toISOString(),
    planned_driver: { id: 3, name: "Olga Ryde", confirmed: true },
    actions,
  }) as unknown as Booking;

const driver = (id: number, name: string, plannable: boolean) => ({
  id,
  name,
  vehicle_number: `HX${id}`,
  state: "offline",
  offered: false,
  declined: false,
  assignable: false,
  plannable,
  distance_km: null,
  eta_seconds: null,
});

/** The requests that changed something: path and body. */
const sent: [string, unknown][] = [];

/** Shows the dialog of an action with a cached record; the server has another. */
function show(cached: string[], server: string[], action: "unassign" | "assign" = "unassign") {
  const refused = vi.fn();
  sent.length = 0;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (init.method === "POST") {
      sent.push([url, init.body ? JSON.parse(String(init.body)) : null]);
      return Response.json(record(server));
    }
    if (url.includes("/drivers/")) {
      return Response.json({ results: [driver(1, "Bo Busy", false), driver(2, "Ben Free", true)] });
    }
    return Response.json(
      url.endsWith("bookings/81/") ? record(server) : { symbol: "£", decimal: 2, results: [] },
    );
  });
  const client = createQueryClient();
  client.setQueryData(bookingKey(81), record(cached));
  render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <BoardDialog id={81} action={action} onClose={vi.fn()} onRefused={refused} />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return refused;
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => {
  vi.unstubAllGlobals();
  ahead = null;
});

describe("a dialog of the board", () => {
  it("opens if the booking permits it now, although the cached record does not", async () => {
    const refused = show(["assign"], ["unassign"]);
    expect(await screen.findByRole("dialog")).toBeVisible();
    expect(refused).not.toHaveBeenCalled();
  });

  it("refuses what the server does not permit either", async () => {
    const refused = show(["assign"], ["assign"]);
    await waitFor(() => expect(refused).toHaveBeenCalledOnce());
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("plans a driver for a scheduled trip, also an offline one", async () => {
    show(["plan", "cancel-plan"], ["plan", "cancel-plan"], "assign");
    await userEvent.type(await screen.findByRole("searchbox"), "{Enter}");
    expect(screen.getByRole("button", { name: "Plan Bo Busy" })).toBeDisabled();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.[0]).toContain("bookings/81/plan/");
    expect(sent[0]?.[1]).toEqual({ driver_id: 2 });
  });

  it("plans a driver for a trip far ahead that could be assigned, and assigns a closer one", async () => {
    ahead = IN_AN_HOUR_MS + 60_000;
    show(["assign", "plan"], ["assign", "plan"], "assign");
    expect(await screen.findByRole("dialog", { name: "Plan a driver" })).toBeVisible();
    cleanup();
    ahead = IN_AN_HOUR_MS - 60_000;
    show(["assign", "plan"], ["assign", "plan"], "assign");
    expect(await screen.findByRole("dialog", { name: "Assign a driver" })).toBeVisible();
  });

  it("shows the planned driver and removes the plan", async () => {
    show(["plan", "cancel-plan"], ["plan", "cancel-plan"], "assign");
    expect(await screen.findByText("Olga Ryde has confirmed the trip.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Remove plan" }));
    await waitFor(() => expect(sent[0]?.[0]).toContain("bookings/81/cancel-plan/"));
  });
});
