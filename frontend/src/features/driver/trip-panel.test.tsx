import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Booking } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { IdlePanel } from "./idle-panel";
import { TripPanel } from "./trip-panel";

const REASONS = [
  { label: "Flat tyre", value: 0 },
  { label: "No rider there", value: 1 },
];

const trip = (changes: Partial<Booking> = {}) =>
  ({
    id: 81,
    status: "ARRIVED",
    pickup: { lat: 50.7, lng: -1.29, add: "Newport" },
    drop: { lat: 50.74, lng: -1.16, add: "Ryde" },
    customer: { id: 5, name: "Ada Marlowe", contact: "", image: null },
    payable_amount: "24.50",
    payment_mode: "cash",
    app_category: "taxi",
    needs_image: null,
    otp_at: null,
    pickup_image_url: null,
    deliver_image_url: null,
    pickup_eta_seconds: null,
    drop_eta_seconds: null,
    actions: ["cancel", "start"],
    ...changes,
  }) as Booking;

/** Shows the panel over a server with these reasons; returns what is posted to it. */
function show(booking: Booking, reasons = REASONS): unknown[] {
  const posted: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (init.method === "POST") posted.push([url, JSON.parse(String(init.body))]);
    return Response.json(url.includes("cancel-reasons") ? { results: reasons } : booking);
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <TripPanel booking={booking} />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return posted;
}

async function giveBack() {
  await userEvent.click(screen.getByRole("button", { name: "I cannot do this trip" }));
  return within(await screen.findByRole("dialog", { name: "Give this trip back?" }));
}

const CANCEL = "/api/v1/bookings/81/cancel/";

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("giving a trip back", () => {
  it("asks for a reason of the list, and sends it", async () => {
    const posted = show(trip());
    const sheet = await giveBack();
    await userEvent.click(sheet.getByRole("button", { name: "Give it back" }));
    expect(posted).toEqual([]);
    await userEvent.click(await sheet.findByRole("radio", { name: "No rider there" }));
    await userEvent.click(sheet.getByRole("button", { name: "Give it back" }));
    expect(posted).toEqual([[CANCEL, { reason_value: 1 }]]);
  });

  it("takes own words where the operator keeps no list", async () => {
    const posted = show(trip(), []);
    const sheet = await giveBack();
    await userEvent.type(await sheet.findByRole("textbox", { name: "Why?" }), "Flat tyre");
    await userEvent.click(sheet.getByRole("button", { name: "Give it back" }));
    expect(posted).toEqual([[CANCEL, { reason: "Flat tyre" }]]);
  });
});

describe("starting a trip", () => {
  it("asks for the code of a booking that has one", () => {
    show(trip({ otp_at: "start" }));
    expect(screen.getByRole("textbox", { name: "Trip code" })).toBeInTheDocument();
  });

  it("asks for none otherwise", () => {
    show(trip());
    expect(screen.queryByRole("textbox", { name: "Trip code" })).not.toBeInTheDocument();
  });
});

describe("a driver without a trip", () => {
  it("is told no_tasks while waiting for one", () => {
    render(
      <MemoryRouter>
        <IdlePanel active feed="sending" />
      </MemoryRouter>,
    );
    expect(screen.getByText(/^No tasks right now\. /)).toBeInTheDocument();
  });
});
