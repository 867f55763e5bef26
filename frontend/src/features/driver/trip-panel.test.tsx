import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Booking } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ToastOutlet } from "@/ui/toast";
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
    stops: [],
    passengers: 1,
    luggage: 0,
    children: 0,
    child_seats: 0,
    return_wait_minutes: null,
    hire_minutes: null,
    hire_included_km: null,
    customer: { id: 5, name: "Ada Marlowe", contact: "", image: null },
    payable_amount: "24.50",
    amount_due: "24.50",
    to_collect: "24.50",
    owed_amount: "0.00",
    payment_mode: "cash",
    prepaid: false,
    chosen_payment: "cash",
    chosen_provider_label: "",
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

/** Shows the panel with these reasons on the server; returns the posted bodies. */
function show(booking: Booking, reasons = REASONS): unknown[] {
  const posted: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (url.includes("settings/"))
      return Response.json({ symbol: "£", decimal: 2, swipe_symbol: false });
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

async function cancelTrip() {
  await userEvent.click(screen.getByRole("button", { name: "Cancel trip" }));
  return within(await screen.findByRole("dialog", { name: "Cancel this trip?" }));
}

const CANCEL = "/api/v1/bookings/81/cancel/";

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("a street trip", () => {
  it("has a code for the passenger, which is tried again after a failure", async () => {
    show(trip({ street_trip: true, status: "STARTED", has_drop: false, actions: ["reach"] }));
    const answer = vi.fn(async (_url: string) =>
      Response.json({ code: "wrong_status" }, { status: 409 }),
    );
    vi.stubGlobal("fetch", answer);
    const button = screen.getByRole("button", { name: "Show receipt code" });
    await userEvent.click(button);
    const dialog = await screen.findByRole("dialog", {
      name: "Trip and receipt for the passenger",
    });
    const again = await within(dialog).findByRole("button", { name: "Try again" });
    answer.mockImplementation(async () =>
      Response.json({ url: "https://h.example/trip/g-1", qr_code: "data:image/svg+xml;base64," }),
    );
    await userEvent.click(again);
    expect(await within(dialog).findByRole("img", { name: /QR code/ })).toBeVisible();
    expect(dialog).toHaveTextContent("https://h.example/trip/g-1");
    expect(answer.mock.calls.map(([url]) => url)).toContain("/api/v1/bookings/81/passenger-link/");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(button).toHaveFocus());
  });

  it("is the only kind of trip with such a code", () => {
    show(trip());
    expect(screen.queryByRole("button", { name: "Show receipt code" })).toBeNull();
  });
});

describe("a no-show", () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
  const arrived = (free_until: string, fee = "8.0000") =>
    trip({
      actions: ["cancel", "start", "no-show"],
      waiting: { since: minutes(-5), free_until, fee },
    });

  it("cannot be reported during the free waiting time", async () => {
    const posted = show(arrived(minutes(2)));
    expect(screen.getByRole("timer")).toHaveTextContent(/^Waiting time 5:0\d$/);
    const button = screen.getByRole("button", { name: /^No-show possible in (2:00|1:5\d)$/ });
    expect(button).toHaveAttribute("aria-disabled", "true");
    // The panel around them is a live region; the counting seconds must not be announced.
    for (const counted of [button, screen.getByRole("timer"), screen.getByText(/^Free for/)]) {
      expect(counted.closest("[aria-live]")).toHaveAttribute("aria-live", "off");
    }
    await userEvent.click(button);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(posted).toEqual([]);
  });

  it("is reported after the fee is shown, and for that fee", async () => {
    const posted = show(arrived(minutes(-1)));
    await userEvent.click(screen.getByRole("button", { name: "No-show" }));
    const sheet = within(await screen.findByRole("dialog", { name: "End as a no-show?" }));
    expect(await sheet.findByText(/pays you a no-show fee of .*8\.00\./)).toBeInTheDocument();
    expect(posted).toEqual([]);
    await userEvent.click(sheet.getByRole("button", { name: "End as a no-show" }));
    expect(posted).toEqual([["/api/v1/bookings/81/no-show/", { fee: "8.0000" }]]);
  });

  it("is sent again as the same request after a network gap", async () => {
    show(arrived(minutes(-1)));
    const answer = globalThis.fetch;
    const keys: (string | null)[] = [];
    vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
      if (!url.includes("no-show")) return answer(url, init);
      keys.push(new Headers(init.headers).get("Idempotency-Key"));
      if (keys.length === 1) throw new TypeError("Failed to fetch");
      return answer(url, init);
    });
    await userEvent.click(screen.getByRole("button", { name: "No-show" }));
    const sheet = within(await screen.findByRole("dialog", { name: "End as a no-show?" }));
    await userEvent.click(sheet.getByRole("button", { name: "End as a no-show" }));
    await waitFor(() => expect(keys).toHaveLength(2), { timeout: 4_000 });
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("is labelled as free when it costs nothing", async () => {
    show(arrived(minutes(-1), "0.0000"));
    await userEvent.click(screen.getByRole("button", { name: "No-show" }));
    expect(await screen.findByText(/The rider pays no fee/)).toBeInTheDocument();
  });

  it("is not offered once the driver has the parcel", () => {
    show(trip({ app_category: "delivery", waiting: null }));
    expect(screen.queryByRole("button", { name: /No-show/ })).not.toBeInTheDocument();
  });
});

describe("cancelling a trip", () => {
  it("requires a reason of the list, and sends it", async () => {
    const posted = show(trip());
    const sheet = await cancelTrip();
    await userEvent.click(sheet.getByRole("button", { name: "Cancel trip" }));
    expect(posted).toEqual([]);
    await userEvent.click(await sheet.findByRole("radio", { name: "No rider there" }));
    await userEvent.click(sheet.getByRole("button", { name: "Cancel trip" }));
    expect(posted).toEqual([[CANCEL, { reason_value: 1 }]]);
  });

  it("takes free text where the operator has no reasons", async () => {
    const posted = show(trip(), []);
    const sheet = await cancelTrip();
    await userEvent.type(
      await sheet.findByRole("textbox", { name: "Why are you cancelling?" }),
      "Flat tyre",
    );
    await userEvent.click(sheet.getByRole("button", { name: "Cancel trip" }));
    expect(posted).toEqual([[CANCEL, { reason: "Flat tyre" }]]);
  });
});

describe("starting a trip", () => {
  it("requires the code of a booking that has one", () => {
    show(trip({ otp_at: "start" }));
    expect(screen.getByRole("textbox", { name: "Trip code" })).toBeInTheDocument();
  });

  it("requires no code for other bookings", () => {
    show(trip());
    expect(screen.queryByRole("textbox", { name: "Trip code" })).not.toBeInTheDocument();
  });
});

describe("collecting the payment", () => {
  const order = () =>
    screen
      .getAllByRole("button", { name: /Cash collected|Request payment/ })
      .map((button) => [button.textContent, button.dataset.variant]);

  it("has cash as the primary action when the rider chose cash", () => {
    show(trip({ status: "REACHED", actions: [] }));
    expect(screen.getByText("Pays in cash")).toBeInTheDocument();
    expect(order()).toEqual([
      ["Cash collected", "lamp"],
      ["Request payment in the app", "default"],
    ]);
  });

  it("has the app as the primary action when the rider chose a card", () => {
    const chosen = { chosen_payment: "card", chosen_provider_label: "Stripe" } as const;
    show(trip({ status: "REACHED", payment_mode: "cash", actions: [], ...chosen }));
    expect(screen.getByText(/Pays by card/)).toHaveTextContent("Stripe");
    expect(order()).toEqual([
      ["Request payment in the app", "lamp"],
      ["Cash collected", "default"],
    ]);
  });
});

it("shows the fees of earlier bookings to collect as well", async () => {
  show(trip({ status: "REACHED", actions: [], owed_amount: "11.00", to_collect: "35.50" }));
  expect(await screen.findByText(/Includes .* that the rider owes/)).toHaveTextContent("11.00");
  expect(screen.getByText(/35\.50/)).toBeInTheDocument();
});

it("sends the cash amount that was shown", async () => {
  const posted = show(trip({ status: "REACHED", actions: [], to_collect: "35.5000" }));
  await userEvent.click(screen.getByRole("button", { name: "Cash collected" }));
  await waitFor(() =>
    expect(posted).toEqual([["/api/v1/bookings/81/collect-cash/", { amount: "35.5000" }]]),
  );
});

describe("rating the rider", () => {
  const over = () => trip({ status: "REACHED", actions: ["collect-cash", "rate-rider"] });

  it("takes one tap, once", async () => {
    const posted = show(over());
    const stars = within(screen.getByRole("group", { name: "Rate Ada Marlowe" }));
    expect(stars.getAllByRole("button")).toHaveLength(5);
    await userEvent.click(stars.getByRole("button", { name: "4 stars" }));
    await userEvent.click(stars.getByRole("button", { name: "1 star" }));
    expect(posted).toEqual([["/api/v1/bookings/81/rate-rider/", { rating: 4 }]]);
  });

  it("works by keyboard, and saves no star on the way to another", async () => {
    const posted = show(over());
    const stars = within(screen.getByRole("group", { name: "Rate Ada Marlowe" }));
    stars.getByRole("button", { name: "4 stars" }).focus();
    await userEvent.tab();
    expect(posted).toEqual([]);
    await userEvent.keyboard("{Enter}");
    expect(posted).toEqual([["/api/v1/bookings/81/rate-rider/", { rating: 5 }]]);
  });

  it("is not requested during the trip, nor twice", () => {
    show(trip({ status: "STARTED", actions: ["reach"] }));
    expect(screen.queryByRole("group", { name: /^Rate/ })).toBeNull();
  });
});

describe("a driver without a trip", () => {
  it("shows no_tasks while waiting for one", () => {
    render(
      <MemoryRouter>
        <IdlePanel active feed="sending" />
      </MemoryRouter>,
    );
    expect(screen.getByText(/^No tasks right now\. /)).toBeInTheDocument();
  });
});

describe("stops", () => {
  const at = (add: string, reached_at: string | null = null, left_at: string | null = null) => ({
    id: add.length,
    lat: 50.72,
    lng: -1.2,
    add,
    reached_at,
    left_at,
  });
  const THEN = "2026-11-27T10:00:00Z";
  const started = (...stops: Booking["stops"]) =>
    trip({ status: "STARTED", actions: ["reach"], stops });

  it("are reached one after the other", async () => {
    const posted = show(started(at("Wootton"), at("Binstead")));
    await userEvent.click(screen.getByRole("button", { name: "Arrived at stop 1" }));
    await waitFor(() =>
      expect(posted).toEqual([
        ["/api/v1/bookings/81/reach-stop/", expect.objectContaining({ stop: 1, stop_id: 7 })],
      ]),
    );
    expect(screen.queryByRole("button", { name: /stop 2/ })).not.toBeInTheDocument();
  });

  it("are left before the next one", async () => {
    const posted = show(started(at("Wootton", THEN, THEN), at("Binstead", THEN)));
    await userEvent.click(screen.getByRole("button", { name: "Leave stop 2" }));
    await waitFor(() =>
      expect(posted).toEqual([
        ["/api/v1/bookings/81/leave-stop/", expect.objectContaining({ stop: 2, stop_id: 8 })],
      ]),
    );
  });

  it("are announced when they change during the trip", async () => {
    const client = createQueryClient();
    const panel = (booking: Booking) => (
      <ThemeProvider>
        <QueryClientProvider client={client}>
          <MemoryRouter>
            <TripPanel booking={booking} />
            <ToastOutlet />
          </MemoryRouter>
        </QueryClientProvider>
      </ThemeProvider>
    );
    vi.stubGlobal("fetch", async () => Response.json({ symbol: "£", decimal: 2 }));
    const { rerender } = render(panel(started(at("Wootton", THEN, THEN), at("Binstead"))));
    rerender(panel(started(at("Wootton", THEN, THEN), at("Havenstreet"))));
    expect(
      await screen.findByText("The stops have changed. Next: Havenstreet"),
    ).toBeInTheDocument();
    rerender(panel(started(at("Wootton", THEN, THEN), at("Havenstreet", THEN))));
    expect(screen.getAllByText(/stops have changed/)).toHaveLength(1);
  });

  it("are done after the last one, and unknown to a trip without any", () => {
    show(started(at("Wootton", THEN, THEN)));
    expect(screen.queryByRole("button", { name: /stop/ })).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: /end trip/ })).toBeInTheDocument();
  });
});
