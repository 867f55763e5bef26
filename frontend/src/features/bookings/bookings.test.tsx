import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Booking, BookingRow, UserType } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { mockBookingsApi, openHistory } from "@/testing/mock-bookings-api";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { BookingMoney } from "./booking-money";

const RIDER: UserType = "rider";
const DRIVER: UserType = "driver";
const ADMIN: UserType = "admin";

function show(page: ReactNode): void {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>{page}</MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => {
  localStorage.clear();
  const settings = { symbol: "£", decimal: 2, swipe_symbol: false };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(settings)));
});
afterEach(() => vi.unstubAllGlobals());

const booking = {
  status: "PAID",
  trip_cost: "61.53",
  discount: "0.00",
  cash_payment_amount: "61.53",
  used_wallet_money: "0.00",
  card_payment_amount: "0.00",
  driver_share: "53.50",
  convenience_fees: "8.03",
  breakdown: [],
} as unknown as Booking;

const row = {
  id: 81,
  reference: "K7WQ4P",
  status: "PAID",
  trip_date: "2026-01-01T10:00:00Z",
  car_type: { id: 1, name: "Economy", icon: "economy" },
  customer_name: "Ada Marlowe",
  driver_name: null,
  pickup_add: "Newport",
  drop_add: "Ryde",
  trip_cost: "61.53",
  charged_amount: "61.53",
  driver_share: "53.50",
  actions: [],
} as unknown as BookingRow;

describe("a booking's money", () => {
  it("hides the driver share and the convenience fee from riders", () => {
    show(<BookingMoney booking={booking} role={RIDER} />);
    expect(screen.getByText("Paid in cash")).toBeInTheDocument();
    expect(screen.queryByText("Driver share")).not.toBeInTheDocument();
    expect(screen.queryByText("Convenience fee")).not.toBeInTheDocument();
  });

  it("names the payment method chosen at booking beside the one used", () => {
    const chosen = { chosen_payment: "card", chosen_provider_label: "Stripe" } as const;
    show(<BookingMoney booking={{ ...booking, ...chosen, payment_mode: "cash" }} role={ADMIN} />);
    expect(screen.getByText("Chosen payment method").nextSibling).toHaveTextContent(
      "Card · Stripe",
    );
  });

  it("shows both to the driver", () => {
    show(<BookingMoney booking={booking} role={DRIVER} />);
    expect(screen.getByText("Driver share")).toBeInTheDocument();
    expect(screen.getByText("Convenience fee")).toBeInTheDocument();
  });
});

function table(role: UserType, changes: Partial<BookingRow> = {}) {
  mockBookingsApi([{ ...row, ...changes }]);
  openHistory(role);
  return screen.findByRole("link", { name: "K7WQ4P" });
}

describe("the short table", () => {
  it("has reference, date, car, driver, status and cost", async () => {
    const link = await table(RIDER);
    const columns = screen.getAllByRole("columnheader").map((column) => column.textContent);
    expect(columns).toEqual([
      ...["Reference", "Date", "Route", "Driver", "Status", "Cost"],
      "Actions",
    ]);
    expect(screen.getByText("Economy")).toBeInTheDocument();
    expect(link).toHaveAttribute("href", "/bookings/81");
  });

  it("shows the rider's name to everyone else", async () => {
    await table(ADMIN);
    expect(screen.getByText("Ada Marlowe")).toBeInTheDocument();
  });

  it("shows the driver's earnings to drivers", async () => {
    await table(DRIVER);
    expect(screen.getByRole("columnheader", { name: "Driver share" })).toBeInTheDocument();
    expect(screen.queryByRole("columnheader", { name: "Cost" })).not.toBeInTheDocument();
    const share = await screen.findByText("£53.50");
    expect(share.closest("td")).toHaveAttribute("data-place", "aside");
  });

  it("shows a cancelled booking's charge, not its first estimate", async () => {
    await table(RIDER, { status: "CANCELLED", charged_amount: "4.00" });
    expect(await screen.findByText("£4.00")).toBeInTheDocument();
    expect(screen.queryByText("£61.53")).not.toBeInTheDocument();
  });

  it("shows no_bookings when there are none", async () => {
    mockBookingsApi([]);
    openHistory(RIDER);
    expect(await screen.findByText("No bookings yet.")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Book a ride" })).toHaveAttribute("href", "/");
  });

  it("is navigated by arrow keys, and Enter opens a booking", async () => {
    await table(RIDER);
    const grid = screen.getByRole("grid", { name: "Bookings" });
    const cells = within(grid).getAllByRole("gridcell");
    cells[0]?.focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(cells[1]).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(screen.getByLabelText("address")).toHaveTextContent("/bookings/81");
  });
});
