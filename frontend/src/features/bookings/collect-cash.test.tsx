import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Booking } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { CollectCash } from "./collect-cash";

const booking = {
  id: 81,
  status: "PENDING",
  to_collect: "24.5000",
  actions: ["collect-cash"],
} as unknown as Booking;

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ["the same request is sent again while the outcome is unknown", 502, 1],
  ["after a refusal it is another request", 409, 2],
])("%s", async (_name, status, different) => {
  const keys: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit = {}) => {
    if (init.method !== "POST") return Response.json({ symbol: "£", decimal: 2 });
    keys.push(new Headers(init.headers).get("Idempotency-Key"));
    if (keys.length === 1) return Response.json({ code: "x", detail: "Not now." }, { status });
    return Response.json(booking);
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <CollectCash booking={booking} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Cash collected" }));
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.click(sheet.getByRole("button", { name: "Cash collected" }));
  await sheet.findByRole("alert");
  await userEvent.click(sheet.getByRole("button", { name: "Cash collected" }));
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys).not.toContain(null);
  expect(new Set(keys).size).toBe(different);
});
