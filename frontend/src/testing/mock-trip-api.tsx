import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Booking, BookingStatus } from "@/api/types";
import { TripPage } from "@/features/trip/trip-page";
import { ThemeProvider } from "@/ui/theme/theme-provider";

/** Mocks the API of one booking behind `fetch` for the tests in this folder. */

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
export const refusal = (code: string, status: number) => json({ code, detail: code }, status);

const WITHOUT_DRIVER = new Set<BookingStatus>(["NEW", "PAYMENT_PENDING", "CANCELLED"]);

export function ride(status: BookingStatus, changes: Partial<Booking> = {}): Booking {
  const seenNow = { lat: 50.71, lng: -1.28, heading: 90, at: new Date().toISOString() };
  const driver = {
    id: 31,
    name: "Ben Whitlock",
    contact: "+44 7700 900456",
    image: null,
    vehicle_number: "HW12 CAB",
    vehicle_make: "Skoda",
    vehicle_model: "Octavia",
    rating: "4.8",
    position: seenNow,
  };
  return {
    id: 81,
    reference: "K7WQ4P",
    app_category: "taxi",
    status,
    created_at: new Date().toISOString(),
    trip_date: new Date().toISOString(),
    book_later: false,
    car_type: { id: 1, name: "Economy", image: null, icon: "economy" },
    pickup: { lat: 50.6997, lng: -1.2931, add: "Bus Station, Newport" },
    drop: { lat: 50.7392, lng: -1.16, add: "Pier Head, Ryde" },
    stops: [],
    passengers: 1,
    luggage: 0,
    children: 0,
    child_seats: 0,
    return_wait_minutes: null,
    has_drop: true,
    hire_minutes: null,
    hire_included_km: null,
    route_polyline: "",
    estimate_distance_km: 12.3,
    estimate_duration_seconds: 1080,
    trip_cost: "24.50",
    discount: "0.00",
    payable_amount: "24.50",
    amount_due: "24.50",
    to_collect: "24.50",
    owed_amount: "0.00",
    prepaid_amount: "0.00",
    fare_is_fixed: changes.app_category === "delivery",
    chosen_payment: "cash",
    chosen_provider: "",
    customer_paid: "24.50",
    cash_payment_amount: "0.00",
    card_payment_amount: "0.00",
    used_wallet_money: "0.00",
    distance_km: null,
    charged_distance_km: 12.3,
    distance_source: null,
    total_trip_time: null,
    breakdown: [],
    otp: "48213",
    driver: WITHOUT_DRIVER.has(status) ? null : driver,
    pickup_eta_seconds: 240,
    drop_eta_seconds: 600,
    requested_drivers: status === "NEW" ? { "31": true, "32": true } : {},
    reason: status === "CANCELLED" ? "Too slow" : "",
    accepted_at: null,
    redispatched_at: null,
    actions: [],
    ...changes,
  } as unknown as Booking;
}

export interface Call {
  path: string;
  method: string;
  body: unknown;
}

type Answer = (call: Call) => Response | Promise<Response>;

/** Serves this ride; `answers` replace the default responses by path. */
export function mockTripApi(booking: Booking, answers: Record<string, Answer> = {}): Call[] {
  const calls: Call[] = [];
  const defaults: Record<string, Answer> = {
    "settings/public/": () => json({ symbol: "£", decimal: 2, swipe_symbol: false }),
    "bookings/81/": () => json(booking),
    "bookings/81/cancel-preview/": () => json({ fee: "0.0000", refund: "0.0000", minutes: 0 }),
    "me/wallet/": () => json({ balance: "50.00" }),
    "payment-providers/": () => json({ results: [] }),
    "payments/bookings/81/": () => json({ results: [] }),
    "cancel-reasons/": () =>
      json({
        results: [
          { label: "Too slow", value: 0 },
          { label: "By mistake", value: 4 },
        ],
      }),
  };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const path = url.replace("/api/v1/", "");
    const body: unknown = init.body ? JSON.parse(String(init.body)) : null;
    const call = { path, method: init.method ?? "GET", body };
    calls.push(call);
    const pathname = path.split("?")[0] ?? path;
    const answer = answers[path] ?? answers[pathname] ?? defaults[path] ?? defaults[pathname];
    return answer ? answer(call) : refusal("not_found", 404);
  });
  return calls;
}

export const posted = (calls: Call[]) => calls.filter(({ method }) => method === "POST");

export function showTrip(): void {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <TripPage id={81} />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}
