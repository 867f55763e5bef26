import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { GuestPayment, GuestTrip } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { linkOfPayment } from "./guest-payment-memory";
import { GuestTripPage } from "./guest-trip-page";
import { TripLinkPage } from "./trip-link-page";

const TRIP: GuestTrip = {
  status: "ACCEPTED",
  app_category: "taxi",
  car_type: { id: 1, name: "Economy", image: null, icon: "economy" },
  driver_first_name: "Ben",
  vehicle_number: "HW12 CAB",
  vehicle_make: "Skoda",
  vehicle_model: "Octavia",
  // Without pickup and drop-off there is no map, which jsdom cannot draw.
  pickup: null,
  drop: null,
  stops: [],
  passengers: 1,
  luggage: 0,
  children: 0,
  child_seats: 0,
  return_wait_minutes: null,
  hire_minutes: null,
  route_polyline: "",
  position: null,
  eta_seconds: 300,
  reference: "K7M4QX",
  held_until: null,
  book_later: false,
  trip_date: "2026-11-26T14:00:00Z",
  pickup_address: "Quay Street, Newport",
  drop_address: "The Parade, Cowes",
  driver_contact: "+447900000043",
  otp: "48213",
  otp_at: "start",
  price: "18.5000",
  fare_is_fixed: false,
  amount_due: "0.0000",
  may_cancel: true,
  may_pay: false,
  has_receipt: false,
};
const MESSAGE = {
  id: 4,
  client_id: "d",
  source: "driver",
  sender_name: "Ben",
  own: false,
  message: "I am at the gate",
  created_at: "2026-11-26T14:00:00Z",
  delivered_at: null,
  read_at: null,
};

let trip: GuestTrip;
let replies: Record<string, () => Response>;
let sent: { path: string; body: unknown; headers: unknown }[];

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => {
  trip = TRIP;
  sent = [];
  replies = {};
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const path = url.replace("/api/v1/", "");
    if ((init.method ?? "GET") !== "GET") {
      sent.push({ path, body: JSON.parse(String(init.body ?? "null")), headers: init.headers });
    }
    const reply = replies[`${init.method ?? "GET"} ${path}`];
    if (reply) return reply();
    if (path === "guest/abc/") return Response.json(trip);
    if (path === "guest/abc/messages/") return Response.json({ results: [MESSAGE], open: true });
    if (path === "guest/abc/cancel/preview/") {
      return Response.json({ fee: "3.0000", owed: "3.0000", refund: "0.0000", minutes: 4 });
    }
    if (path === "cancel-reasons/") {
      return Response.json({ results: [{ value: 2, label: "Plans changed" }] });
    }
    return Response.json({ time_zone: "UTC", symbol: "$", decimal: 2 });
  });
});
afterEach(() => vi.unstubAllGlobals());

function show() {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <GuestTripPage token="abc" />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

describe("the page of a caller's link", () => {
  it("shows driver, code, places and price, without a login", async () => {
    show();
    expect(
      await screen.findByRole("heading", { level: 1, name: /Ben is on the way/ }),
    ).toBeVisible();
    expect(screen.getByText("48213")).toBeVisible();
    expect(screen.getByText("Give this code to the driver before you leave")).toBeVisible();
    expect(screen.getByText("The Parade, Cowes")).toBeVisible();
    expect(await screen.findByText("$18.50")).toBeVisible();
    expect(screen.getByRole("link", { name: "Call driver" })).toHaveAttribute(
      "href",
      "tel:+447900000043",
    );
  });

  it("shows the time of a booking for later", async () => {
    trip = { ...TRIP, status: "NEW", book_later: true, driver_first_name: "", driver_contact: "" };
    show();
    expect(await screen.findByRole("heading", { name: /^Booked for / })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Call driver" })).toBeNull();
    expect(screen.queryByRole("region", { name: "Messages with the driver" })).toBeNull();
  });

  it("cancels with the fee that was shown", async () => {
    replies["POST guest/abc/cancel/"] = () =>
      Response.json({ ...TRIP, status: "CANCELLED", may_cancel: false, driver_first_name: "" });
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Cancel trip" }));
    const sheet = await screen.findByRole("dialog");
    expect(await within(sheet).findByText(/\$3\.00/)).toBeVisible();
    await userEvent.click(await within(sheet).findByRole("radio", { name: "Plans changed" }));
    await userEvent.click(within(sheet).getByRole("button", { name: "Cancel trip" }));
    expect(await screen.findByRole("heading", { name: "Your booking is cancelled" })).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      path: "guest/abc/cancel/",
      body: { reason_value: 2, fee: "3.0000" },
    });
    expect(sent[0]?.headers).not.toHaveProperty("Authorization");
  });

  it("keeps the booking and says why, when it cannot be cancelled any more", async () => {
    replies["POST guest/abc/cancel/"] = () =>
      Response.json({ code: "too_late_to_cancel", detail: "" }, { status: 409 });
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Cancel trip" }));
    const sheet = await screen.findByRole("dialog");
    await userEvent.click(await within(sheet).findByRole("radio", { name: "Plans changed" }));
    await userEvent.click(within(sheet).getByRole("button", { name: "Cancel trip" }));
    expect(await within(sheet).findByRole("alert")).toBeVisible();
    expect(screen.getByText("48213")).toBeInTheDocument();
  });

  it("sends the driver a message, and the same one again after a failure", async () => {
    replies["POST guest/abc/messages/"] = () =>
      Response.json({ code: "unavailable", detail: "" }, { status: 503 });
    show();
    expect(await screen.findByText("I am at the gate")).toBeVisible();
    await userEvent.type(screen.getByRole("textbox"), "Coming down{Enter}");
    await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]?.body).toMatchObject({ message: "Coming down" });
    expect(sent[1]?.body).toEqual(sent[0]?.body);
  });

  it("shows the stops and when the car was there", async () => {
    const stop = { lat: 50.7, lng: -1.2, left_at: null };
    trip = {
      ...TRIP,
      stops: [
        { ...stop, id: 1, add: "Town Hall", reached_at: "2026-11-26T14:05:00Z" },
        { ...stop, id: 2, add: "Library", reached_at: null },
      ],
    };
    show();
    expect(await screen.findByText("Town Hall")).toBeVisible();
    expect(screen.getByText(/^Reached at (14|2):05/)).toBeVisible();
    expect(screen.getByText("Library")).toBeVisible();
  });

  describe("with an amount to pay", () => {
    const BY = (name: string, label: string) => ({
      name,
      label,
      mark: { color: "#335577", letters: "X" },
    });
    let payment: GuestPayment;
    let opened: string[];

    beforeEach(() => {
      trip = { ...TRIP, status: "PENDING", amount_due: "18.5000", may_pay: true, otp: "" };
      payment = {
        is_payable: true,
        amount: "20.0000",
        owed_amount: "1.5000",
        payment_due_at: null,
        providers: [BY("stripe", "Stripe"), BY("test", "Test")],
        attempt: null,
      };
      opened = [];
      vi.stubGlobal("location", { ...window.location, assign: (url: string) => opened.push(url) });
      replies["GET guest/abc/payment/"] = () => Response.json(payment);
    });

    it("starts the payment with the chosen gateway and goes to its page", async () => {
      replies["POST guest/abc/payment/"] = () =>
        Response.json({ ref: "r1", url: "https://pay.example/r1" }, { status: 201 });
      show();
      expect(await screen.findByText(/Includes \$1\.50/)).toBeVisible();
      await userEvent.click(screen.getByRole("radio", { name: "Test" }));
      await userEvent.click(screen.getByRole("button", { name: "Pay $20.00 with Test" }));
      await waitFor(() => expect(opened).toEqual(["https://pay.example/r1"]));
      expect(sent[0]).toMatchObject({ path: "guest/abc/payment/", body: { provider: "test" } });
      expect(sent[0]?.headers).toHaveProperty("Idempotency-Key");
      expect(linkOfPayment("r1")).toBe("abc");
      expect(linkOfPayment("r2")).toBeNull();
    });

    it("says why a payment cannot start", async () => {
      replies["POST guest/abc/payment/"] = () =>
        Response.json({ code: "provider_refused", detail: "" }, { status: 409 });
      show();
      await userEvent.click(await screen.findByRole("button", { name: /^Pay \$20\.00/ }));
      expect(await screen.findByRole("alert")).toBeVisible();
      expect(opened).toEqual([]);
    });

    it("checks a payment that is not decided when the guest returns", async () => {
      const attempt = { ref: "r1", label: "Test", amount: "20.0000", state: "pending", url: null };
      payment = { ...payment, attempt: attempt as GuestPayment["attempt"] };
      replies["POST guest/abc/payment/check/"] = () => Response.json(payment);
      show();
      expect(await screen.findByText(/Payment of \$20\.00 with Test is processing/)).toBeVisible();
      await waitFor(() => expect(sent[0]?.path).toBe("guest/abc/payment/check/"));
    });

    it("refers to the driver when no gateway is offered", async () => {
      payment = { ...payment, providers: [] };
      show();
      expect(await screen.findByText(/Card payments aren’t available/)).toBeVisible();
    });
  });

  it("shows the receipt of a paid trip", async () => {
    trip = { ...TRIP, status: "PAID", has_receipt: true };
    replies["GET guest/abc/receipt/"] = () =>
      Response.json({
        reference: "K7M4QX",
        breakdown: [
          { key: "base_fare", quantity: "1", unit: "trip", rate: "18.5000", amount: "18.5000" },
        ],
        trip_cost: "18.5000",
        gateway: "test",
        gateway_label: "Test",
        paid_by: [{ mode: "card", amount: "18.5000" }],
      });
    show();
    expect(await screen.findByText("Paid by card (Test)")).toBeVisible();
    expect(screen.getByRole("button", { name: "Download PDF" })).toBeVisible();
  });

  it("leads a guest from the gateway to the text message if the browser is another one", async () => {
    localStorage.clear();
    render(
      <ThemeProvider>
        <MemoryRouter>
          <TripLinkPage token="p-r9" />
        </MemoryRouter>
      </ThemeProvider>,
    );
    expect(await screen.findByRole("heading", { name: "Open your trip again" })).toBeVisible();
  });

  it("says what is left to pay after the trip", async () => {
    trip = { ...TRIP, status: "PENDING", amount_due: "18.5000", otp: "", may_cancel: false };
    show();
    expect(await screen.findByText(/To pay: \$18\.50/)).toBeVisible();
  });

  it("shows nothing once the link has ended", async () => {
    replies["GET guest/abc/"] = () =>
      Response.json({ code: "share_not_found", detail: "" }, { status: 404 });
    show();
    const gone = { level: 1, name: "This link no longer works" };
    expect(await screen.findByRole("heading", gone)).toBeVisible();
  });
});
