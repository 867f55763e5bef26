import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { rememberMe } from "@/api/session";
import type { BookingRow, Me, UserType } from "@/api/types";
import { BookingsPage } from "@/features/bookings/bookings-page";
import { ThemeProvider } from "@/ui/theme/theme-provider";

/** Mocks the bookings API behind `fetch` for the tests in this folder. */

export interface Call {
  path: string;
  method: string;
  query: URLSearchParams;
  body: unknown;
}

type Answer = (call: Call) => Response | Promise<Response>;

export const refusal = (code: string, status: number) =>
  Response.json({ code, detail: code }, { status });

export function row(changes: Partial<BookingRow> = {}): BookingRow {
  return {
    id: 81,
    reference: "K7WQ4P",
    status: "NEW",
    created_at: "2026-05-01T09:00:00Z",
    trip_date: "2026-05-01T10:00:00Z",
    book_later: false,
    car_type: { id: 1, name: "Economy", icon: "economy", image: null },
    customer_id: 7,
    customer_name: "Ada Marlowe",
    driver_id: null,
    driver_name: null,
    pickup_add: "Newport",
    drop_add: "Ryde",
    trip_cost: "61.5300",
    charged_amount: "61.5300",
    driver_share: "53.5000",
    convenience_fees: "8.0300",
    distance_km: 12.3,
    payment_mode: "cash",
    otp: null,
    actions: [],
    ...changes,
  } as unknown as BookingRow;
}

/** Returns these rows; `answers` replace the default responses by method and path. */
export function mockBookingsApi(
  rows: BookingRow[],
  answers: Record<string, Answer> = {},
  settings: object = {},
): Call[] {
  const calls: Call[] = [];
  const rules = { symbol: "£", decimal: 2, swipe_symbol: false, app_category: "taxi" };
  const defaults: Record<string, Answer> = {
    "GET settings/public/": () => Response.json({ ...rules, ...settings }),
    "GET bookings/": () => Response.json({ next: null, results: rows }),
    "GET cancel-reasons/": () => Response.json({ results: [{ label: "Too slow", value: 0 }] }),
    "GET bookings/81/cancel-preview/": () =>
      Response.json({ fee: "0.0000", refund: "0.0000", minutes: 0 }),
  };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const at = new URL(url, "http://localhost");
    const path = at.pathname.replace("/api/v1/", "");
    const method = init.method ?? "GET";
    const body: unknown = init.body ? JSON.parse(String(init.body)) : null;
    const call = { path, method, query: at.searchParams, body };
    calls.push(call);
    const answer = answers[`${method} ${path}`] ?? defaults[`${method} ${path}`];
    return answer ? answer(call) : Response.json({ next: null, results: [] });
  });
  return calls;
}

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
}

export function openHistory(role: UserType, at = "/bookings", id = 1): void {
  rememberMe({ id, user_type: role } as Me);
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[at]}>
          <BookingsPage />
          <Address />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}
