import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { MemoryRouter } from "react-router";
import { vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { WithdrawalRow } from "@/api/types";
import { ThemeProvider } from "@/ui/theme/theme-provider";

interface Call {
  path: string;
  body: Record<string, unknown>;
  key: string | null;
}

export const row = (changes: Partial<WithdrawalRow> = {}): WithdrawalRow => ({
  id: 1,
  reference: "1790000000000",
  user_id: 7,
  user_type: "driver",
  name: "Ben Example",
  amount: "40.0000",
  state: "requested",
  requested_at: "2026-05-04T10:00:00Z",
  process_date: null,
  decided_at: null,
  decided_by: null,
  reason: "",
  bank_name: "Island Bank",
  bank_code: "IB-01",
  bank_account: "0012345",
  batch_id: null,
  ...changes,
});

/** Mocks responses by path and records the requests. */
export function mockApi(answers: Record<string, (url: URL) => unknown>) {
  const posted: Call[] = [];
  const requests: URL[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, "http://localhost");
    const path = url.pathname.replace("/api/v1/", "");
    requests.push(url);
    if (init.method === "POST") {
      const key = new Headers(init.headers).get("Idempotency-Key");
      posted.push({ path, body: JSON.parse(String(init.body ?? "{}")), key });
    }
    if (path === "settings/public/" && !answers[path]) {
      return Response.json({ symbol: "£", decimal: 2, swipe_symbol: false, time_zone: "UTC" });
    }
    const found = answers[`${init.method ?? "GET"} ${path}`]?.(url) ?? answers[path]?.(url);
    if (found instanceof Response) return found;
    return Response.json(found ?? { code: "not_found" }, { status: found ? 200 : 404 });
  });
  return { posted, requests };
}

export function show(page: ReactElement, at: string) {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[at]}>{page}</MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}
