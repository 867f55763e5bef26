import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { currentViewer, rememberMe, restoreSession } from "@/api/session";
import type { Me } from "@/api/types";
import { changeDraft, reloadDraft } from "@/features/booking/draft-store";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ToastOutlet } from "@/ui/toast";
import { BookHere } from "./book-here";

const van = { id: 2, name: "Mini van", image: null, icon: "mini-van", extra_info: "" };
const unpaid = {
  id: 81,
  reference: "K7WQ4P",
  status: "PAYMENT_PENDING",
  app_category: "delivery",
  payment_due_at: new Date(Date.now() + 900_000).toISOString(),
  trip_cost: "24.50",
  payable_amount: "24.50",
  amount_due: "24.50",
  to_collect: "24.50",
  owed_amount: "0.00",
  prepaid_amount: "0.00",
  fare_is_fixed: true,
  chosen_payment: "wallet",
  chosen_provider: "",
  discount: "0.00",
  cash_payment_amount: "0.00",
  card_payment_amount: "0.00",
  used_wallet_money: "0.00",
  estimate_distance_km: 12.3,
  estimate_duration_seconds: 1080,
  breakdown: [],
  promo: null,
  actions: ["pay", "cancel"],
};
const answers: Record<string, unknown> = {
  "settings/public/": { symbol: "£", decimal: 2, app_category: "delivery" },
  "car-types/": { results: [{ ...van, parcel_types: [], options: [] }] },
  "estimates/": {
    route: { distance_km: 12.3, duration_seconds: 1080, polyline_points: "" },
    expires_at: new Date(Date.now() + 600_000).toISOString(),
    prepaid: true,
    fare_is_fixed: true,
    options: [
      {
        quote_id: "quote-2",
        car_type: van,
        trip_cost: "24.50",
        from_trip_cost: "24.50",
        breakdown: [],
        pickup_eta_seconds: 240,
        drivers_nearby: 1,
      },
    ],
  },
  "me/wallet/": { balance: "50.00" },
  "bookings/": unpaid,
  "bookings/81/": unpaid,
};

/** Books a delivery on the home page, up to the payment that opens automatically. */
async function book(more: Record<string, unknown> = {}) {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const path = url.replace("/api/v1/", "");
    if (init.method === "POST") sent.push(path);
    return Response.json({ ...answers, ...more }[path] ?? { results: [] });
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <Routes>
            <Route
              index
              element={
                <BookHere
                  stage={null}
                  onStage={() => undefined}
                  viewer={currentViewer()}
                  onMustLogin={() => undefined}
                />
              }
            />
            <Route path="/bookings/81" element={<p>the booking's page</p>} />
          </Routes>
        </MemoryRouter>
        <ToastOutlet />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  await userEvent.click(await screen.findByRole("button", { name: /^Book Mini van/ }));
  const sheet = within(await screen.findByRole("dialog", { name: "Confirm your delivery" }));
  const phone = await sheet.findByRole("textbox", { name: /phone/ });
  fireEvent.change(phone, { target: { value: "1234567" } });
  await userEvent.click(sheet.getByRole("button", { name: /^Continue to payment/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Pay for your delivery" }));
  return { dialog, sent };
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => {
  sessionStorage.clear();
  reloadDraft();
  rememberMe({ id: 7, first_name: "Ada", user_type: "rider" } as Me);
  const pickup = { lat: 50.6997, lng: -1.2931, add: "Newport" };
  const drop = { lat: 50.7392, lng: -1.16, add: "Ryde" };
  changeDraft((draft) => ({ ...draft, pickup, drop, carTypeId: 2 }));
});
afterEach(() => vi.unstubAllGlobals());

describe("the payment of a delivery", () => {
  it("opens by itself after the booking, and once paid shows that it is booked", async () => {
    const { dialog, sent } = await book({ "bookings/81/pay/": { ...unpaid, status: "NEW" } });
    await userEvent.click(dialog.getByRole("button", { name: "Pay £24.50" }));
    expect(await screen.findByText("Your delivery is booked. Booking K7WQ4P")).toBeVisible();
    expect(sent).toContain("bookings/81/pay/");
  });

  it("leads to the booking's page when it is closed unpaid", async () => {
    const { dialog } = await book();
    await userEvent.click(dialog.getByRole("button", { name: "Not now" }));
    expect(await screen.findByText("the booking's page")).toBeInTheDocument();
  });
});
