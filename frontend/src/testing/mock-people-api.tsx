import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { rememberMe } from "@/api/session";
import type { Me, Person, UserType } from "@/api/types";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ToastOutlet } from "@/ui/toast";

/** Mocks people and their API behind `fetch` for the tests in this folder. */
export const ADA = {
  id: 7,
  user_type: "rider",
  created_at: "2026-03-04T10:00:00Z",
  first_name: "Ada",
  last_name: "Lovelace",
  name: "Ada Lovelace",
  email: "ada@hansom.example",
  mobile: "+447700900123",
  profile_image: null,
  approved: true,
  wallet_balance: "50.0000",
  staff_role: null,
  rider_rating: null,
  rider_rating_count: 0,
  referral_id: "ada4821",
  signup_via_referral: null,
  bank_name: "",
  bank_code: "",
  bank_account: "",
  profile_complete: true,
  driver: null,
  language: "en",
  login_type: "email",
  mobile_verified: false,
  created_by_admin: true,
  last_login: null,
  may_approve: true,
  facts: {
    email_verified: true,
    two_factor: false,
    is_caller: false,
    referred: 2,
    sessions: 1,
    documents: 0,
    drivers: 0,
    trips: { total: 5, active: 1, completed: 3, cancelled: 1, rated: 2 },
    eligibility: null,
    passkeys: [],
  },
} as Person;

export const BEN = {
  ...ADA,
  id: 8,
  user_type: "driver",
  first_name: "Ben",
  last_name: "Carisbrooke",
  name: "Ben Carisbrooke",
  driver: {
    vehicle_make: "Toyota",
    vehicle_model: "Prius",
    vehicle_number: "HW19 BEN",
    other_info: "",
    car_type: { id: 1, name: "Economy" },
    fleet_admin: null,
    active: true,
    busy: false,
    rating: "4.8",
    rating_count: 12,
    license_image_url: null,
  },
} as Person;

export const refusal = (code: string, status: number, fields: Record<string, string> = {}) =>
  Response.json({ code, detail: code, fields }, { status });

export interface Call {
  endpoint: string;
  url: URL;
  body: Record<string, unknown>;
}

type Answer = (call: Call) => unknown;

/** Mocks responses by endpoint ("PATCH people/7/") and records the requests. */
export function mockApi(answers: Record<string, Answer> = {}): Call[] {
  const calls: Call[] = [];
  const settings = {
    symbol: "£",
    decimal: 2,
    swipe_symbol: false,
    time_zone: "UTC",
    allow_critical_edits_admin: true,
    register: { driver_approval: false },
  };
  const defaults: Record<string, Answer> = {
    "GET settings/public/": () => settings,
    "GET car-types/": () => ({ results: [{ id: 1, name: "Economy" }] }),
    "GET fleet-admins/": () => ({ next: null, results: [] }),
    "GET me/views/": () => ({ results: [] }),
    "GET notes/": () => ({ results: [] }),
  };
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, "http://localhost");
    const endpoint = `${init.method ?? "GET"} ${url.pathname.replace("/api/v1/", "")}`;
    const call = { endpoint, url, body: init.body ? JSON.parse(String(init.body)) : {} };
    calls.push(call);
    const found = await (answers[endpoint] ?? defaults[endpoint])?.(call);
    if (found instanceof Response) return found;
    return Response.json(found ?? { code: "not_found" }, { status: found ? 200 : 404 });
  });
  return calls;
}

export const DEMO = { allow_critical_edits_admin: false, register: { driver_approval: false } };
export const callsTo = (calls: Call[], endpoint: string) =>
  calls.filter((call) => call.endpoint === endpoint);

function Elsewhere() {
  return <p>page {useLocation().pathname}</p>;
}

interface Shown {
  path?: string;
  at?: string;
  as?: UserType;
}

export function show(page: ReactElement, { path = "/list", at, as = "admin" }: Shown = {}) {
  rememberMe({ id: 1, user_type: as } as Me);
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[at ?? path]}>
          <Routes>
            <Route path={path} element={page} />
            <Route path="*" element={<Elsewhere />} />
          </Routes>
        </MemoryRouter>
        <ToastOutlet />
      </QueryClientProvider>
    </ThemeProvider>,
  );
}
