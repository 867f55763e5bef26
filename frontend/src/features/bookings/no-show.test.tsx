import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Booking } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { StaffActions } from "./staff-actions";

const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
const booking = {
  id: 81,
  status: "ARRIVED",
  amount_due: "24.5000",
  car_type: { id: 1, name: "Economy" },
  pickup: { add: "Newport" },
  actions: ["cancel", "no-show"],
  waiting: { since: minutes(-6), free_until: minutes(-1), fee: "8.0000" },
} as unknown as Booking;

function show(refused?: Response): { posted: unknown[]; keys: unknown[] } {
  const posted: unknown[] = [];
  const keys: unknown[] = [];
  let answers = 0;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (init.method === "POST") {
      posted.push([url, JSON.parse(String(init.body))]);
      keys.push(new Headers(init.headers).get("Idempotency-Key"));
      answers += 1;
      if (refused && answers === 1) return refused;
    }
    if (url.includes("settings")) return Response.json({ symbol: "£", decimal: 2 });
    if (url.includes("cancel-preview")) {
      return Response.json({ fee: "0.0000", owed: "0.0000", refund: "24.5000", minutes: 6 });
    }
    return Response.json(booking);
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <StaffActions booking={booking} />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { posted, keys };
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("a no-show handled by staff", () => {
  it("is cancelled after the fee and the refund are shown", async () => {
    const { posted } = show();
    await userEvent.click(screen.getByRole("button", { name: "Cancel booking" }));
    const sheet = within(await screen.findByRole("dialog"));
    expect(
      await sheet.findByText(/The rider pays no fee. .*24.50 will be refunded/),
    ).toBeInTheDocument();
    await userEvent.type(sheet.getByRole("textbox"), "Called");
    await userEvent.click(sheet.getByRole("button", { name: "Cancel booking" }));
    await waitFor(() =>
      expect(posted).toEqual([
        ["/api/v1/bookings/81/cancel/", { reason: "Called", fee: "0.0000" }],
      ]),
    );
  });

  it("is ended for the fee that was shown", async () => {
    const { posted } = show();
    await userEvent.click(screen.getByRole("button", { name: "No-show" }));
    const sheet = within(await screen.findByRole("dialog"));
    expect(await sheet.findByText(/pays the driver a no-show fee of .*8\.00/)).toBeInTheDocument();
    await userEvent.click(sheet.getByRole("button", { name: "End as a no-show" }));
    await waitFor(() =>
      expect(posted).toEqual([["/api/v1/bookings/81/no-show/", { fee: "8.0000" }]]),
    );
  });

  it.each([
    ["a refusal that is known is another request", "free_waiting", 409, 2],
    ["no answer is the same request again", "server_error", 502, 1],
  ])("%s", async (_name, code, status, different) => {
    const { keys } = show(Response.json({ code, detail: "" }, { status }));
    await userEvent.click(screen.getByRole("button", { name: "No-show" }));
    const sheet = within(await screen.findByRole("dialog"));
    await userEvent.click(sheet.getByRole("button", { name: "End as a no-show" }));
    await sheet.findByRole("alert");
    await userEvent.click(sheet.getByRole("button", { name: "End as a no-show" }));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(new Set(keys).size).toBe(different);
  });
});
