import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { currentViewer, rememberMe } from "@/api/session";
import type { CarType, Estimate, Me, UserType } from "@/api/types";
import { HomeBooking } from "@/features/booking/home-booking";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ToastOutlet } from "@/ui/toast";

/** Mocks the booking API behind `fetch` for the tests in this folder. */

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
export const refusal = (code: string, status: number) => json({ code, detail: code }, status);

export const PIER = { lat: 50.7392, lng: -1.16, add: "Ryde Pier Head, Ryde" };
export const STATION = { lat: 50.6997, lng: -1.2931, add: "Newport Bus Station, Newport" };

const car = (id: number, name: string) =>
  ({ id, name, image: null, icon: name.toLowerCase(), extra_info: "" }) as CarType;
const CARS = [car(1, "Economy"), car(2, "Comfort")];

interface Changes {
  price?: string;
  /** The lowest price if it differs from `price`. */
  from?: string;
  near?: number;
  lives?: number;
  prepaid?: boolean;
  fixed?: boolean;
  surge?: string;
}

export const estimate = (changes: Changes = {}) =>
  ({
    prepaid: changes.prepaid ?? false,
    fare_is_fixed: changes.fixed ?? false,
    route: { distance_km: 12.3, duration_seconds: 1080, polyline_points: "" },
    expires_at: new Date(Date.now() + (changes.lives ?? 600_000)).toISOString(),
    options: CARS.map((carType, index) => ({
      quote_id: `quote-${carType.id}`,
      car_type: carType,
      trip_cost: index === 0 ? (changes.price ?? "24.50") : "31.00",
      from_trip_cost: index === 0 ? (changes.from ?? changes.price ?? "24.50") : "31.00",
      convenience_fees: "2.00",
      breakdown: [],
      pickup_eta_seconds: 240,
      parcel_type_selected: null,
      option_selected: null,
      surge_factor: index === 0 ? (changes.surge ?? null) : null,
      unavailable: null,
      drivers_nearby: index === 0 ? (changes.near ?? 2) : 1,
    })),
  }) as Estimate;

const suggestion = (place_id: string, main_text: string, offset: number, length: number) => ({
  place_id,
  description: `${main_text}, Ryde`,
  structured_formatting: {
    main_text,
    secondary_text: "Ryde",
    main_text_matched_substrings: [{ offset, length }],
  },
});
const FOUND = [suggestion("p1", "Ryde Pier Head", 0, 4), suggestion("p2", "Ryde Esplanade", 0, 4)];

export interface Call {
  path: string;
  body: Record<string, unknown>;
  key: string | null;
}

type Answer = (call: Call) => Response | Promise<Response>;

/** Mocks the API; `answers` replace the default responses by path prefix, the longest of which applies. */
export function mockBookingApi(answers: Record<string, Answer> = {}): Call[] {
  const calls: Call[] = [];
  const defaults: Record<string, Answer> = {
    "settings/public/": () => json({ symbol: "£", decimal: 2, swipe_symbol: false }),
    "car-types/": () => json({ results: CARS }),
    "me/addresses/": () => json({ results: [] }),
    "me/wallet/": () => json({ balance: "50.00" }),
    "payment-providers/": () => json({ results: [] }),
    "places/autocomplete/": () => json({ results: FOUND }),
    "places/p": () => json({ ...PIER, place_id: "p1", description: PIER.add }),
    "estimates/": () => json(estimate()),
    "bookings/": () => json({ id: 81, reference: "K7WQ4P" }, 201),
  };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const path = url.replace("/api/v1/", "");
    const key = new Headers(init.headers).get("Idempotency-Key");
    const body = init.body ? JSON.parse(String(init.body)) : {};
    const call = { path, key, body };
    calls.push(call);
    for (const table of [answers, defaults]) {
      const [match] = Object.keys(table)
        .filter((start) => path.startsWith(start))
        .sort((one, other) => other.length - one.length);
      const answer = match === undefined ? undefined : table[match];
      if (answer) return answer(call);
    }
    return refusal("not_found", 404);
  });
  return calls;
}

export const callsTo = (calls: Call[], start: string) =>
  calls.filter(({ path }) => path.startsWith(start));

export function signInAs(user_type: UserType): void {
  rememberMe({ id: 7, first_name: "Ada", user_type } as Me);
}

function OtherPage() {
  return <p>page {useLocation().pathname}</p>;
}

export function showBooking(): { onMustLogin: ReturnType<typeof vi.fn> } {
  const onMustLogin = vi.fn();
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <Routes>
            <Route
              index
              element={
                <HomeBooking
                  stage={null}
                  onStage={() => undefined}
                  viewer={currentViewer()}
                  onMustLogin={onMustLogin}
                />
              }
            />
            <Route path="*" element={<OtherPage />} />
          </Routes>
          <ToastOutlet />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { onMustLogin };
}
