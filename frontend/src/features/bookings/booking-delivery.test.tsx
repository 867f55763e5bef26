import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Booking } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { BookingDelivery } from "./booking-delivery";
import { StaffActions } from "./staff-actions";

const delivery = (changes: Partial<Booking> = {}) =>
  ({
    id: 81,
    status: "PAID",
    app_category: "delivery",
    car_type: { id: 4, name: "TRUCK" },
    pickup: { add: "Quay Street, Newport" },
    prepaid: true,
    payment_due_at: null,
    delivery_person: "Cleo Day",
    delivery_person_phone: "+44 7700 900123",
    pickup_instructions: "Back door",
    delivery_instructions: "Ring twice",
    parcel_type_selected: { id: 6, description: "Box", amount: "5.0000" },
    option_selected: { id: 8, description: "below 5 kg", amount: "10.0000" },
    pickup_image_url: "/p.jpg",
    deliver_image_url: "/d.jpg",
    otp: "48213",
    actions: [],
    ...changes,
  }) as unknown as Booking;

function show(booking: Booking): unknown[] {
  const posted: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (init.method === "POST") posted.push([url, JSON.parse(String(init.body))]);
    return Response.json(url.includes("settings") ? { symbol: "£", decimal: 2 } : booking);
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <BookingDelivery booking={booking} />
        <MemoryRouter>
          <StaffActions booking={booking} />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return posted;
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("a delivery on the booking page", () => {
  it("shows the recipient, both instructions, parcel and option with their amounts, code and photos", async () => {
    show(delivery());
    const card = within(screen.getByRole("region", { name: "Delivery" }));
    for (const fact of ["Cleo Day", "Back door", "Ring twice", "Box", "below 5 kg", "48213"]) {
      expect(card.getByText(fact)).toBeInTheDocument();
    }
    expect(await card.findByText("£5.00")).toBeInTheDocument();
    expect(card.getByText("£10.00")).toBeInTheDocument();
    expect(card.getByRole("link", { name: "+44 7700 900123" })).toBeInTheDocument();
    expect(card.getAllByRole("img")).toHaveLength(2);
    expect(card.queryByText("Payment due by")).not.toBeInTheDocument();
  });

  it("shows the payment deadline, and is cancelled without a reason", async () => {
    const posted = show(
      delivery({
        status: "PAYMENT_PENDING",
        prepaid: false,
        payment_due_at: "2026-11-22T14:05:00Z",
        pickup_image_url: null,
        deliver_image_url: null,
        actions: ["cancel"],
      }),
    );
    expect(screen.getByText("Payment due by")).toBeInTheDocument();
    expect(screen.queryByRole("img")).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Cancel booking" }));
    const sheet = within(await screen.findByRole("dialog"));
    await userEvent.click(sheet.getByRole("button", { name: "Cancel booking" }));
    expect(posted).toEqual([["/api/v1/bookings/81/cancel/", { reason: "" }]]);
  });
});
