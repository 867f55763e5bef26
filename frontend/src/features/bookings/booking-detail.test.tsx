import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Booking, BookingEvent, UserType } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { BookingFacts } from "./booking-facts";
import { BookingMoney } from "./booking-money";
import { BookingTimeline } from "./booking-timeline";

const RIDER: UserType = "rider";
const ADMIN: UserType = "admin";

const booking = {
  id: 81,
  status: "PAID",
  app_category: "taxi",
  created_at: "2026-05-01T09:00:00Z",
  trip_date: "2026-05-01T10:00:00Z",
  book_later: false,
  booking_type_admin: true,
  car_type: { id: 1, name: "Economy" },
  pickup: { add: "Newport" },
  drop: { add: "Ryde" },
  stops: [],
  passengers: 1,
  luggage: 0,
  children: 0,
  child_seats: 0,
  return_wait_minutes: null,
  hire_minutes: null,
  hire_included_km: null,
  distance_km: 12.3,
  charged_distance_km: 12.3,
  distance_source: "great_circle",
  total_trip_time: 930,
  otp: "48213",
  reason: "",
  cancelled_by: "",
  rating: null,
  trip_cost: "71.5000",
  discount: "6.0000",
  promo: { promo_name: "WELCOME" },
  payable_amount: "65.5000",
  payment_mode: "wallet",
  gateway: "",
  prepaid: false,
  cash_payment_amount: "55.5000",
  used_wallet_money: "10.0000",
  card_payment_amount: "0.0000",
  cancellation_fee: "0.0000",
  refunded_amount: "0.0000",
  driver_share: "60.0000",
  convenience_fees: "11.5000",
  breakdown: [],
} as unknown as Booking;

function show(page: ReactNode, events: Partial<BookingEvent>[] = []): void {
  vi.stubGlobal("fetch", async (url: string) =>
    Response.json(
      url.includes("/events/")
        ? { results: events }
        : { symbol: "£", decimal: 2, swipe_symbol: false },
    ),
  );
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
afterEach(() => vi.unstubAllGlobals());

describe("the money of a booking", () => {
  it("shows the discount, the fees owed, and the payment", async () => {
    show(<BookingMoney booking={booking} role={ADMIN} />);
    const money = await screen.findByRole("region", { name: "Fare and payment" });
    await within(money).findByText("−£6.00");
    for (const text of [
      "Discount (WELCOME)−£6.00",
      "Amount due£65.50",
      "Payment methodWallet",
      "Paid in cash£55.50",
      "Paid from the wallet£10.00",
      "Driver share£60.00",
    ]) {
      expect(money).toHaveTextContent(text);
    }
    expect(money).not.toHaveTextContent("Paid by card");
    expect(within(money).getByRole("link", { name: "Receipt" })).toHaveAttribute(
      "href",
      "/bookings/81/receipt",
    );
  });

  it("shows the fee and the refund of a cancellation, and no receipt", async () => {
    const changes = { status: "CANCELLED", cancellation_fee: "5.0000", refunded_amount: "65.5000" };
    show(<BookingMoney booking={{ ...booking, ...changes } as Booking} role={RIDER} />);
    expect(await screen.findByText("£5.00")).toBeInTheDocument();
    expect(screen.getByText("Refunded")).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Receipt" })).not.toBeInTheDocument();
  });

  it.each([
    ["-7.5000", "Refunded by adjustment"],
    ["7.5000", "Charged to the wallet later"],
  ])("has what a change of the paid fare of %s moved", async (amount, text) => {
    show(
      <BookingMoney booking={{ ...booking, adjustment_amount: amount } as Booking} role={RIDER} />,
    );
    expect((await screen.findByText("£7.50")).closest("div")).toHaveTextContent(text);
  });
});

describe("the details of a booking", () => {
  it("show who booked it, its code, and how its distance was measured", async () => {
    show(<BookingFacts booking={booking} />);
    expect(screen.getByText(/by staff/)).toBeInTheDocument();
    expect(screen.getByText("48213")).toBeInTheDocument();
    expect(screen.getByText(/straight line/)).toBeInTheDocument();
  });

  it("show who cancelled it and why", () => {
    const changes = { status: "CANCELLED", cancelled_by: "system", reason: "No driver came" };
    show(<BookingFacts booking={{ ...booking, ...changes } as Booking} />);
    expect(screen.getByText("the platform")).toBeInTheDocument();
    expect(screen.getByText("No driver came")).toBeInTheDocument();
  });
});

describe("the timeline of a booking", () => {
  const at = "2026-05-01T10:00:00Z";
  const actor = { id: 7, name: "Ada Marlowe", role: "rider" } as const;

  it("names each change, its actor and its subject", async () => {
    show(<BookingTimeline id={81} />, [
      { id: 1, name: "create", to_status: "NEW", at, actor, data: {} },
      {
        id: 2,
        name: "apply_promo",
        to_status: "PENDING",
        at,
        actor,
        data: { promo_name: "WELCOME" },
      },
      { id: 3, name: "pay", to_status: "PAID", at, actor, data: { amount: "65.5000" } },
      { id: 4, name: "complete", to_status: "COMPLETE", at, actor, data: { rating: 5 } },
      { id: 5, name: "cancel", to_status: "CANCELLED", at, actor: null, data: { reason: "Rain" } },
      { id: 6, name: "tip", to_status: "COMPLETE", at, actor, data: { tip_amount: "3.6800" } },
    ]);
    const items = await screen.findAllByRole("listitem");
    const texts = items.map((item) => item.textContent);
    expect(texts[0]).toContain("Booked");
    expect(texts[0]).toContain("Ada Marlowe (Rider)");
    expect(texts[1]).toContain("Promo code applied");
    expect(texts[1]).toContain("WELCOME");
    expect(texts[2]).toContain("65.50");
    expect(texts[3]).toContain("5 stars");
    expect(texts[4]).toContain("Rain");
    expect(texts[4]).toContain("the platform");
    expect(texts[5]).toMatch(/^Tip from rider.*3\.68/);
  });
});
