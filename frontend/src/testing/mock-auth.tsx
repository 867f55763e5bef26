import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { PublicSettings } from "@/api/types";
import { ThemeProvider } from "@/ui/theme/theme-provider";

/** Mocks the auth API behind `fetch` for component tests. */

export const answer = (body: unknown, status = 200) =>
  new Response(status === 204 ? null : JSON.stringify(body), { status });
export const refusal = (code: string, status = 400, detail = code, fields = {}) =>
  answer({ code, detail, fields }, status);

export const SESSION = {
  access: "t",
  expires_in: 600,
  user: { id: 7, first_name: "Ada", user_type: "rider", profile_complete: true },
};

const COUNTRIES = [
  { label: "Antigua and Barbuda", code: "AG", phone: "1-268" },
  { label: "Côte d'Ivoire", code: "CI", phone: "225" },
  { label: "United Kingdom", code: "GB", phone: "44" },
];

type Settings = { [Part in keyof PublicSettings]?: Partial<PublicSettings[Part]> | null };

const SETTINGS: Settings = {
  demo: null,
  sign_in: { mobile: false, google: false, facebook: false, apple: false, company: false },
  register: {
    country_selection: true,
    bank_fields: false,
    referral: true,
    password_policy: "alphanumeric",
    default_country: "GB",
  },
};

export interface Call {
  path: string;
  body: Record<string, unknown>;
  key: string | null;
}

type Answer = (call: Call) => Response | Promise<Response>;

/** Mocks the API; `answers` replace the default responses by path prefix. */
export function mockApi(answers: Record<string, Answer> = {}, settings: Settings = {}): Call[] {
  const calls: Call[] = [];
  const defaults: Record<string, Answer> = {
    "settings/public/": () =>
      answer({
        ...settings,
        sign_in: { ...SETTINGS.sign_in, ...settings.sign_in },
        register: { ...SETTINGS.register, ...settings.register },
      }),
    "countries/": () => answer({ results: COUNTRIES }),
    "car-types/": () => answer({ results: [{ id: 1, name: "Economy", icon: "economy" }] }),
    "auth/sign-out/": () => answer(null, 204),
    "auth/phone/cancel/": () => answer(null, 204),
  };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const path = url.replace("/api/v1/", "");
    const key = new Headers(init.headers).get("Idempotency-Key");
    const call = { path, key, body: init.body ? JSON.parse(String(init.body)) : {} };
    calls.push(call);
    for (const table of [answers, defaults]) {
      const match = Object.keys(table).find((start) => path.startsWith(start));
      const found = match === undefined ? undefined : table[match];
      if (found) return found(call);
    }
    return refusal("not_found", 404);
  });
  return calls;
}

export const callsTo = (calls: Call[], path: string) =>
  calls.filter((call) => call.path === path).map((call) => call.body);

function OtherPage() {
  const { pathname, search } = useLocation();
  return <p>page {pathname + search}</p>;
}

export function show(page: ReactNode, at = "/"): void {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path={at.split("?")[0] ?? at} element={page} />
            <Route path="*" element={<OtherPage />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}
