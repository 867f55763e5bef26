import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { SharedTrip } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { SharedTripPage } from "./shared-trip-page";

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

// Without pickup and drop-off there is no map, which jsdom cannot draw.
const trip = (changes: Partial<SharedTrip> = {}): SharedTrip => ({
  status: "STARTED",
  app_category: "taxi",
  car_type: { id: 1, name: "Economy", image: null, icon: "economy" },
  driver_first_name: "Ben",
  vehicle_number: "HW12 CAB",
  vehicle_make: "Skoda",
  vehicle_model: "Octavia",
  pickup: null,
  drop: null,
  stops: [],
  route_polyline: "",
  position: { lat: 50.7, lng: -1.2, heading: 90, at: new Date().toISOString() },
  eta_seconds: 600,
  ...changes,
});

const OVER: Partial<SharedTrip> = { car_type: null, position: null, eta_seconds: null };

/** Serves these responses in turn, and repeats the last one. */
function serve(...answers: (() => Response)[]): { requests: RequestInit[] } {
  const server: { requests: RequestInit[] } = { requests: [] };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (!url.includes("/shared/")) return json({ time_zone: "UTC" });
    server.requests.push(init);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return answer ? answer() : json({}, 404);
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <SharedTripPage token="abc" />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return server;
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("a shared ride", () => {
  it("shows the car, its plate and the minutes left, without a login", async () => {
    const { requests } = serve(() => json(trip()));
    expect(await screen.findByRole("heading", { level: 1, name: "On the way" })).toBeVisible();
    expect(screen.getByText("HW12 CAB")).toBeVisible();
    expect(screen.getByText("10 min left")).toBeInTheDocument();
    expect(requests[0]?.headers).not.toHaveProperty("Authorization");
  });

  it("stays up to date until the trip is over", async () => {
    const { requests } = serve(
      () => json(trip()),
      () => json(trip({ ...OVER, status: "COMPLETE" })),
    );
    await screen.findByText("On the way");
    expect(await screen.findByText("This trip has ended")).toBeVisible();
    const before = requests.length;
    await new Promise((done) => setTimeout(done, 3500));
    expect(requests).toHaveLength(before);
  });

  it("shows that the car's position is unknown", async () => {
    serve(() => json(trip({ position: null, eta_seconds: null })));
    expect(await screen.findByText("The car’s location isn’t available right now.")).toBeVisible();
  });

  it("shows nothing once the link is revoked", async () => {
    serve(
      () => json(trip()),
      () => json({ code: "share_not_found", detail: "" }, 404),
    );
    await screen.findByText("HW12 CAB");
    const gone = { level: 1, name: "This trip isn’t available" };
    expect(await screen.findByRole("heading", gone)).toBeVisible();
    await waitFor(() => expect(screen.queryByText("HW12 CAB")).not.toBeInTheDocument());
  });

  it("can be retried when it cannot be loaded", async () => {
    serve(() => json({ code: "too_many_requests", detail: "" }, 429));
    expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
  });
});
