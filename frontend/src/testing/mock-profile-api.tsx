import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { vi } from "vitest";
import { meKey } from "@/api/me";
import { createQueryClient } from "@/api/query-client";
import { currentViewer, rememberMe, useViewer } from "@/api/session";
import type { DriverDetails, Me } from "@/api/types";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { CHALLENGE } from "./fake-captcha";

/** Mocks a user and their API behind `fetch` for the tests in this folder. */

export const ADA = {
  id: 7,
  email: "ada@hansom.example",
  mobile: "+447700900123",
  first_name: "Ada",
  last_name: "Lovelace",
  user_type: "rider",
  approved: true,
  profile_image: null,
  referral_id: "ada4821",
  language: "en",
  wallet_balance: "50.00",
  created_at: "2026-03-04T10:00:00Z",
  login_type: "email",
  email_verified: true,
  pending_email: null,
  mobile_verified: true,
  has_password: true,
  bank_fields_shown: false,
  bank_name: "",
  bank_code: "",
  bank_account: "",
  profile_complete: true,
  driver: null,
} as Me;

export const OCTAVIA = {
  car_type: { id: 1, name: "Economy", image: null },
  vehicle_make: "Skoda",
  vehicle_model: "Octavia",
  vehicle_number: "HX71 CAB",
  other_info: "",
  active: false,
  busy: false,
  rating: "4.8",
  fleet_admin_id: null,
  license_image_url: null,
} as DriverDetails;

export const BEN = { ...ADA, id: 8, user_type: "driver", driver: OCTAVIA } as Me;

export const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
export const refusal = (code: string, status = 400) => json({ code, detail: code }, status);
export const nothing = () => new Response(null, { status: 204 });

export interface Call {
  endpoint: string;
  body: Record<string, unknown>;
}

type Answer = (call: Call) => Response | Promise<Response>;

/** Serves a user; `answers` replace the default responses, by keys such as "PATCH me/". */
export function mockApi(answers: Record<string, Answer> = {}): Call[] {
  const calls: Call[] = [];
  const defaults: Record<string, Answer> = {
    "GET settings/public/": () => json({ register: { password_policy: "alphanumeric" } }),
    "GET me/": () => json(currentViewer().me),
    "PATCH me/": ({ body }) => json({ ...currentViewer().me, ...body }),
    "GET me/addresses/": () => json({ results: [] }),
    "GET me/sessions/": () => json({ results: [] }),
    "GET me/devices/": () => json({ results: [] }),
    "GET auth/captcha/": () => json(CHALLENGE),
    "GET push/config/": () => json({ vapid_public_key: "BAEC", fcm: false }),
    "GET countries/": () => json({ results: [{ label: "France", code: "FR", phone: "33" }] }),
  };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const endpoint = `${init.method ?? "GET"} ${url.replace("/api/v1/", "").split("?")[0]}`;
    const call = { endpoint, body: init.body ? JSON.parse(String(init.body)) : {} };
    calls.push(call);
    const answer = answers[endpoint] ?? defaults[endpoint];
    return answer ? answer(call) : refusal("not_found", 404);
  });
  return calls;
}

export const callsTo = (calls: Call[], endpoint: string) =>
  calls.filter((call) => call.endpoint === endpoint);

function Part({ me, part }: { me: Me; part: (me: Me) => ReactNode }) {
  return part(useViewer().me ?? me);
}

/** Renders a part of the profile for this user, updated with the session. */
export function show(me: Me, part: (me: Me) => ReactNode): QueryClient {
  rememberMe(me);
  const client = createQueryClient();
  client.setQueryData(meKey, me);
  render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <Part me={me} part={part} />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return client;
}
