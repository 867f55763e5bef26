import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { ReplayDriver, ReplayResults, ReplayRun } from "@/api/replays";
import { loadRest, startI18n } from "@/i18n/setup";
import { callsTo, mockBookingApi, refusal, signInAs } from "@/testing/mock-booking-api";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ToastOutlet } from "@/ui/toast";
import { ReplayPage } from "./replay-page";

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

const RUN: ReplayRun = {
  id: 7,
  tariff_id: 4,
  tariff_name: "Town",
  first_day: "2026-10-01",
  last_day: "2026-10-28",
  state: "done",
  trips_done: 3,
  trips_total: 3,
  error: "",
  fingerprint: "ab12",
  requested_by: "Dora",
  created_at: "2026-11-20T10:00:00Z",
  finished_at: "2026-11-20T10:01:00Z",
};
const SUMS = { trips: 2, own: "20.0000", new: "25.0000" };
const RESULTS: ReplayResults = {
  trip_cost: SUMS,
  convenience_fees: SUMS,
  driver_share: SUMS,
  discount: SUMS,
  cancellation_fees: { trips: 1, own: "3.0000", new: "4.5000" },
  tips: SUMS,
  refunds: SUMS,
  riders: [{ rider_id: 8, name: "Ada Lind", trips: 2, own: "9.0000", new: "11.0000" }],
  lower: 0,
  higher: 1,
  unchanged: 1,
  histogram: [
    { above: 0, up_to: 0, trips: 1 },
    { above: 20, up_to: null, trips: 1 },
  ],
  car_types: [{ ...SUMS, key: "Economy" }],
  weekdays: [{ ...SUMS, key: "0" }],
  hours: [{ ...SUMS, key: "9" }],
  zones: [],
  largest: [{ booking_id: 12, reference: "AB12CD", own: "10.0000", new: "15.0000" }],
  drivers: [{ ...SUMS, driver_id: 5, name: "Ben" }],
  not_repriced: [{ reason: "fare_adjusted", trips: 1 }],
  not_repriced_trips: [{ booking_id: 13, reference: "XY34ZW", reason: "fare_adjusted" }],
  demand: [
    { elasticity: "-0.3", trips: "2", trip_cost: "24.0000" },
    { elasticity: "-0.5", trips: "2", trip_cost: "23.0000" },
    { elasticity: "-0.8", trips: "1", trip_cost: "22.0000" },
  ],
};

const DRIVER: ReplayDriver = {
  driver_id: 5,
  name: "Ben",
  trips: 2,
  own: "20.0000",
  new: "25.0000",
  lower: 0,
  higher: 1,
  days: [{ day: "2026-10-05", trips: 2, own: "20.0000", new: "25.0000" }],
  listed: [
    {
      booking_id: 12,
      reference: "AB12CD",
      at: "2026-10-05T10:00:00Z",
      own: "8.0000",
      new: "13.0000",
    },
  ],
  not_repriced: [{ reason: "not_measured", trips: 1 }],
};

function show(runs: ReplayRun[], answers: Parameters<typeof mockBookingApi>[0] = {}) {
  const calls = mockBookingApi({
    "replays/7/results/": () => json(RESULTS),
    "replays/7/drivers/5/": () => json(DRIVER),
    "replays/": ({ body }) =>
      body.first_day ? json({ ...RUN, id: 8, state: "queued" }, 201) : json({ results: runs }),
    "replays/7/": () => new Response(null, { status: 204 }),
    "tariffs/?": () =>
      json({ next: null, results: [{ id: 4, name: "Town", version: null, state: "draft" }] }),
    ...answers,
  });
  signInAs("admin");
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={["/tariffs/replay"]}>
          <ReplayPage />
          <ToastOutlet />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { user: userEvent.setup(), calls };
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("the replay page", () => {
  it("shows the results of the latest run with the limit in words", async () => {
    show([RUN]);
    expect(await screen.findByText(/Demand stays the same/)).toBeInTheDocument();
    const demand = screen.getByRole("region", { name: "If demand responds to the price" });
    expect(within(demand).getAllByRole("row")).toHaveLength(4);
    expect(screen.getByRole("link", { name: "AB12CD" })).toHaveAttribute("href", "/bookings/12");
    const left = screen.getByRole("region", { name: "Trips not repriced" });
    expect(within(left).getByText("Fare adjusted by staff")).toBeInTheDocument();
    expect(within(left).getByRole("link", { name: "XY34ZW" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Ben" })).toHaveAttribute("href", "/people/5");
    expect(
      screen.getByRole("row", { name: /Cancellation and no-show fees £3.00 £4.50/ }),
    ).toBeVisible();
    const riders = screen.getByRole("region", {
      name: "Riders whose fares and fees change most",
    });
    expect(within(riders).getByRole("link", { name: "Ada Lind" })).toBeInTheDocument();
  });

  it("starts a replay by a chosen tariff", async () => {
    const { user, calls } = show([]);
    expect(await screen.findByText("No replays yet")).toBeInTheDocument();
    await screen.findByRole("option", { name: "Town · Draft" });
    await user.selectOptions(screen.getByLabelText("Tariff"), "Town · Draft");
    await user.click(screen.getByRole("button", { name: "Start replay" }));
    await screen.findByText("Replay started");
    const sent = callsTo(calls, "replays/").filter(({ body }) => body.first_day);
    expect(sent.map(({ body }) => body.tariff_id)).toEqual([4]);
  });

  it("shows the server's refusal", async () => {
    const { user } = show([], {
      "replays/": ({ body }) =>
        body.first_day ? refusal("replay_no_trips", 409) : json({ results: [] }),
    });
    await user.click(await screen.findByRole("button", { name: "Start replay" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("replay_no_trips");
  });

  it("shows the progress of a run and cancels it", async () => {
    const { user, calls } = show([
      { ...RUN, state: "running", trips_done: 1, finished_at: null, fingerprint: "" },
    ]);
    expect(await screen.findByText("1 of 3 trips")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: /^Cancel: Town/ }));
    await waitFor(() => expect(callsTo(calls, "replays/7/")).toHaveLength(1));
  });

  it("downloads the shares of all drivers, and says why it cannot", async () => {
    const saved: string[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
      saved.push((file as File).name);
      return "blob:replay";
    });
    let gone = false;
    const { user } = show([RUN], {
      "replays/7/drivers/": () =>
        gone ? refusal("not_found", 404) : new Response("Driver\n", { status: 200 }),
    });
    const button = await screen.findByRole("button", { name: "Download as CSV" });
    await user.click(button);
    await waitFor(() => expect(saved).toEqual(["replay-7.csv"]));
    gone = true;
    await user.click(button);
    expect(await screen.findByText(/not_found|doesn’t exist/)).toBeInTheDocument();
    expect(saved).toHaveLength(1);
  });

  it("opens a driver's days and trips, and returns", async () => {
    const { user } = show([RUN]);
    await user.click(await screen.findByRole("link", { name: "Show trips: Ben" }));
    expect(await screen.findByRole("heading", { level: 1, name: /^Ben under/ })).toBeVisible();
    const days = screen.getByRole("region", { name: "Shares by day" });
    expect(within(days).getByRole("row", { name: /Total 2 £20.00 £25.00 £5.00/ })).toBeVisible();
    expect(screen.getByRole("link", { name: "AB12CD" })).toHaveAttribute("href", "/bookings/12");
    expect(screen.getByText("Distance not measured")).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Back" }));
    expect(
      await screen.findByRole("heading", { level: 1, name: "Replay past trips" }),
    ).toBeVisible();
  });

  it("says why a run failed and starts it again", async () => {
    const failed: ReplayRun = { ...RUN, state: "failed", error: "replay_process_ended" };
    const { user, calls } = show([failed, { ...failed, id: 6, tariff_id: null }]);
    expect(await screen.findAllByText(/too little memory/)).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: /^Start again: Town/ }));
    await waitFor(() => {
      const sent = callsTo(calls, "replays/").filter(({ body }) => body.first_day);
      expect(sent.map(({ body }) => body)).toEqual([
        { tariff_id: 4, first_day: "2026-10-01", last_day: "2026-10-28" },
      ]);
    });
  });

  it("offers to retry when the replays cannot be read", async () => {
    show([], { "replays/": () => json({ code: "server_error", detail: "Broken" }, 500) });
    expect(await screen.findByRole("alert", {}, { timeout: 8000 })).toBeInTheDocument();
  }, 10_000);
});
