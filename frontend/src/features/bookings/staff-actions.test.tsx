import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Booking } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { StaffActions } from "./staff-actions";

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

/** Whether the next POST gets no response. */
let unanswered = false;
const keys: (string | null)[] = [];

function show(status: string, actions: string[]) {
  const posted: unknown[] = [];
  const booking = {
    id: 81,
    status,
    actions,
    amount_due: "71.8800",
    to_collect: "71.8800",
    car_type: {},
    pickup: {},
  } as unknown as Booking;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (init.method !== "POST") {
      return Response.json({ symbol: "£", decimal: 2, swipe_symbol: false });
    }
    keys.push(new Headers(init.headers).get("Idempotency-Key"));
    if (unanswered) {
      unanswered = false;
      throw new TypeError("Failed to fetch");
    }
    posted.push([url, JSON.parse(String(init.body))]);
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
  return posted;
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const confirm = async (name: string) =>
  userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));

it("records a payment that the company received, with a note", async () => {
  const posted = show("PENDING", ["record-payment", "write-off"]);
  await press("Record payment");
  await userEvent.click(await screen.findByRole("radio", { name: /to the company/ }));
  await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "Bank transfer of 3 May");
  await confirm("Record payment");
  await waitFor(() =>
    expect(posted).toEqual([
      [
        "/api/v1/bookings/81/record-payment/",
        { reason: "Bank transfer of 3 May", payment_mode: "other", amount: "71.8800" },
      ],
    ]),
  );
});

it("writes a trip off with a reason, and shows who bears the cost", async () => {
  const posted = show("PENDING", ["write-off"]);
  await press("Write off");
  expect(await screen.findByText(/The company covers it/)).toBeInTheDocument();
  await confirm("Write off");
  expect(posted).toEqual([]);
  await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "Cannot be reached");
  await confirm("Write off");
  await waitFor(() =>
    expect(posted).toEqual([["/api/v1/bookings/81/write-off/", { reason: "Cannot be reached" }]]),
  );
});

it("requests the payment without a reason", async () => {
  const posted = show("REACHED", ["request-payment"]);
  await press("Request payment");
  await confirm("Request payment");
  await waitFor(() => expect(posted).toEqual([["/api/v1/bookings/81/request-payment/", {}]]));
});

it("retries an unanswered write-off as the same request", async () => {
  const posted = show("PENDING", ["write-off"]);
  keys.length = 0;
  unanswered = true;
  await press("Write off");
  await userEvent.type(await screen.findByRole("textbox", { name: "Reason" }), "Gone");
  await confirm("Write off");
  await screen.findByRole("alert");
  await confirm("Write off");
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(keys[0]).toBeTruthy();
  expect(keys).toEqual([keys[0], keys[0]]);
});
