import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Offer } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { OfferList } from "./offer-list";

const offer = (id: number, away: number): Offer =>
  ({
    id,
    booking_id: id + 100,
    pickup: { lat: 50.7, lng: -1.29, add: "Newport" },
    drop: { lat: 50.73, lng: -1.16, add: "Ryde" },
    stops: [],
    passengers: 1,
    luggage: 0,
    children: 0,
    child_seats: 0,
    return_wait_minutes: null,
    hire_minutes: null,
    hire_included_km: null,
    trip_cost: "61.53",
    driver_share: "53.50",
    prepaid: false,
    chosen_payment: "card",
    chosen_provider_label: "Stripe",
    fare_is_fixed: false,
    estimate_distance_km: 11.2,
    estimate_duration_seconds: 960,
    distance_km: away / 2,
    road_distance_km: away,
    eta_seconds: 120,
    app_category: "taxi",
    customer_name: "Ada Marlowe",
    customer_rating: "4.4",
    offered_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + 60_000).toISOString(),
  }) as unknown as Offer;

let posted: { path: string; key: string | null }[] = [];

const delivery = (id: number): Offer => ({
  ...offer(id, 0.27),
  app_category: "delivery",
  prepaid: true,
  parcel_type_selected: { id: 1, description: "Fragile", amount: "15.0000" },
  option_selected: { id: 2, description: "5 to 20 kg", amount: "20.0000" },
  pickup_instructions: "Behind the counter",
  delivery_instructions: "Ring twice",
});

function show(offers: Offer[]): void {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <OfferList offers={offers} onEnd={() => undefined} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => {
  posted = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (init?.method !== "POST")
      return Response.json({ symbol: "£", decimal: 2, swipe_symbol: false });
    const key = new Headers(init.headers).get("Idempotency-Key");
    posted.push({ path: new URL(url, "http://localhost").pathname, key });
    return new Promise(() => undefined);
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("an offer", () => {
  it("shows the earnings, the distance and the destination", () => {
    show([offer(1, 0.27)]);
    expect(screen.getByText("2 min to the pickup")).toBeInTheDocument();
    expect(screen.getByText("270 m")).toBeInTheDocument();
    expect(screen.queryByText("straight line")).toBeNull();
    expect(screen.getByText("You earn").parentElement).toHaveTextContent("53.50");
    expect(screen.getByText("Trip: 11.2 km, 16 min")).toBeInTheDocument();
    expect(screen.queryByRole("region", { name: "Parcel" })).toBeNull();
    expect(screen.getByText(/Pays by card/)).toHaveTextContent("Stripe");
    expect(screen.getByText(/Estimated fare/)).toHaveTextContent("61.53");
    expect(screen.getByText("Newport")).toBeInTheDocument();
    expect(screen.getByText("Ryde")).toBeInTheDocument();
  });

  it("shows the rider's rating, and none before the first", () => {
    show([offer(1, 0.27)]);
    expect(screen.getByText("Ada Marlowe").parentElement).toHaveTextContent("Rider’s rating: 4.4");
    cleanup();
    show([{ ...offer(1, 0.27), customer_rating: null }]);
    expect(screen.queryByText(/Rider’s rating/)).toBeNull();
  });

  it("marks a straight-line distance when no road distance is known", () => {
    show([{ ...offer(1, 0.27), distance_km: 1.4, road_distance_km: null, eta_seconds: null }]);
    expect(screen.getByText("1.4 km")).toBeInTheDocument();
    expect(screen.getByText("straight line")).toBeInTheDocument();
  });

  it("shows the parcel and the instructions of a delivery", () => {
    show([delivery(1)]);
    const parcel = within(screen.getByRole("region", { name: "Parcel" }));
    for (const fact of ["Fragile", "5 to 20 kg", "Behind the counter", "Ring twice"])
      expect(parcel.getByText(fact)).toBeInTheDocument();
    expect(screen.getByText("Prepaid. Don’t collect cash.")).toBeInTheDocument();
  });

  it.each([
    ["Accept", "/api/v1/bookings/101/accept/"],
    ["Decline", "/api/v1/bookings/101/decline/"],
  ])("is answered once with %s, under a key", async (label, path) => {
    show([offer(1, 0.27)]);
    fireEvent.click(screen.getByRole("button", { name: label }));
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]?.path).toBe(path);
    expect(posted[0]?.key).toBeTruthy();
    for (const button of screen.getAllByRole("button")) fireEvent.click(button);
    expect(posted).toHaveLength(1);
  });

  it("cannot be accepted while another response is pending", async () => {
    show([offer(1, 0.27), offer(2, 1.4)]);
    const [first, second] = screen.getAllByRole("article") as [HTMLElement, HTMLElement];
    fireEvent.click(within(first).getByRole("button", { name: "Accept" }));
    await waitFor(() =>
      expect(within(second).getByRole("button", { name: "Accept" })).toBeDisabled(),
    );
  });
});
