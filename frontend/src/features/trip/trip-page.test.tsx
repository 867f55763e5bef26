import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { BookingStatus } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { mockTripApi, posted, refusal, ride, showTrip } from "@/testing/mock-trip-api";
import { stepStates } from "./steps";

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

const sentences: Record<BookingStatus, string> = {
  PAYMENT_PENDING: "Payment due",
  NEW: "Looking for a driver",
  ACCEPTED: "Ben is on the way",
  ARRIVED: "Ben is here for you",
  STARTED: "On the way to Pier Head",
  REACHED: "You have arrived",
  PENDING: "£24.50 to pay",
  PAID: "Trip paid",
  COMPLETE: "Thanks for riding with us",
  CANCELLED: "This trip was cancelled",
};

describe("the trip's headline", () => {
  for (const [status, sentence] of Object.entries(sentences)) {
    it(`is "${sentence}" at ${status}, announced politely`, async () => {
      mockTripApi(ride(status as BookingStatus));
      showTrip();
      const heading = await screen.findByRole("heading", { level: 1, name: sentence });
      expect(heading.closest("[aria-live]")).toHaveAttribute("aria-live", "polite");
    });
  }

  it("searches for another driver when one cancelled", async () => {
    mockTripApi(ride("NEW", { redispatched_at: "2026-01-01T10:00:00Z" }));
    showTrip();
    expect(await screen.findByText("Looking for another driver")).toBeInTheDocument();
  });

  it("restarts the count when the search restarts", async () => {
    const longAgo = "2026-01-01T10:00:00Z";
    mockTripApi(ride("NEW", { trip_date: longAgo, redispatched_at: new Date().toISOString() }));
    showTrip();
    expect(await screen.findByText("Contacting 2 nearby drivers")).toBeInTheDocument();
  });

  it("counts the minutes to the pickup and then to the drop", async () => {
    mockTripApi(ride("ACCEPTED"));
    showTrip();
    expect(await screen.findByText("4 min")).toBeInTheDocument();
    mockTripApi(ride("STARTED"));
    showTrip();
    expect(await screen.findByText("10 min")).toBeInTheDocument();
  });

  it("shows five steps", () => {
    expect(stepStates("NEW")).toEqual(["now", "next", "next", "next", "next"]);
    expect(stepStates("STARTED")).toEqual(["done", "done", "done", "now", "next"]);
    expect(new Set(stepStates("COMPLETE"))).toEqual(new Set(["done"]));
  });
});

describe("the driver", () => {
  it("is shown by plate, name, rating, code and phone on the way", async () => {
    mockTripApi(ride("ACCEPTED"));
    showTrip();
    const card = within(await screen.findByRole("region", { name: "Your driver" }));
    expect(card.getByText("HW12 CAB")).toBeInTheDocument();
    expect(card.getByText("48213")).toBeInTheDocument();
    expect(card.getByText("Rated 4.8 of 5")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Call Ben" })).toHaveAttribute(
      "href",
      "tel:+447700900456",
    );
  });

  it("does not show the code once the ride has started", async () => {
    mockTripApi(ride("STARTED"));
    showTrip();
    await screen.findByText("HW12 CAB");
    expect(screen.queryByText("48213")).not.toBeInTheDocument();
  });

  it("was last seen a while ago when no position arrived for 40 s", async () => {
    const booking = ride("STARTED");
    const at = new Date(Date.now() - 40_000).toISOString();
    if (booking.driver) booking.driver.position = { lat: 50.7, lng: -1.2, heading: 0, at };
    mockTripApi(booking);
    showTrip();
    expect(await screen.findByText(/last seen: ([4-9]\d sec|\d min)\.? ago/)).toBeInTheDocument();
  });

  it("shows location_fetch_error when the driver's position is unknown", async () => {
    const booking = ride("ACCEPTED");
    if (booking.driver) booking.driver.position = null;
    mockTripApi(booking);
    showTrip();
    expect(await screen.findByText("Couldn’t load the live location.")).toBeInTheDocument();
  });

  it("is not stale while positions arrive", async () => {
    mockTripApi(ride("STARTED"));
    showTrip();
    await screen.findByText("HW12 CAB");
    expect(screen.queryByText(/last seen/)).not.toBeInTheDocument();
  });
});

describe("waiting for a driver", () => {
  it("shows the number of open offers", async () => {
    mockTripApi(ride("NEW"));
    showTrip();
    expect(await screen.findByText("Contacting 2 nearby drivers")).toBeInTheDocument();
  });

  it("offers to wait or to cancel when no driver has accepted for a while", async () => {
    const trip_date = new Date(Date.now() - 60_000).toISOString();
    mockTripApi(ride("NEW", { trip_date, actions: ["cancel"] }));
    showTrip();
    await userEvent.click(await screen.findByRole("button", { name: "Keep waiting" }));
    expect(await screen.findByText("Contacting 2 nearby drivers")).toBeInTheDocument();
  });
});

describe("without the socket", () => {
  it("polls the trip's state", async () => {
    mockTripApi(ride("NEW"));
    showTrip();
    await screen.findByText("Looking for a driver");
    mockTripApi(ride("ACCEPTED"));
    expect(await screen.findByText("Ben is on the way")).toBeInTheDocument();
  });
});

describe("a driver who waits at the pickup", () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();

  it("shows the waiting time, and the free time left", async () => {
    mockTripApi(
      ride("ARRIVED", { waiting: { since: minutes(-1), free_until: minutes(4), fee: "8.0000" } }),
    );
    showTrip();
    expect(await screen.findByRole("timer")).toHaveTextContent(/^Waiting time 1:0\d$/);
    expect(screen.getByText(/^Free for another (4:00|3:5\d)$/)).toBeInTheDocument();
  });

  it("shows the fee once the free time is over", async () => {
    mockTripApi(
      ride("ARRIVED", { waiting: { since: minutes(-6), free_until: minutes(-1), fee: "8.0000" } }),
    );
    showTrip();
    expect(await screen.findByText(/you pay a no-show fee of £8.00/)).toBeInTheDocument();
  });
});

describe("the rider's actions", () => {
  it("cancels after reading the cost and choosing a reason, not before", async () => {
    const cancelled = ride("CANCELLED");
    const calls = mockTripApi(ride("ACCEPTED", { actions: ["cancel"] }), {
      "bookings/81/cancel/": () => new Response(JSON.stringify(cancelled)),
    });
    showTrip();
    await userEvent.click(await screen.findByRole("button", { name: "Cancel trip" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByText("Cancelling is free.")).toBeInTheDocument();
    const confirm = dialog.getByRole("button", { name: "Cancel trip" });
    await userEvent.click(confirm);
    expect(dialog.getByText("Choose a reason first.")).toBeInTheDocument();
    expect(posted(calls)).toEqual([]);
    await userEvent.click(await dialog.findByRole("radio", { name: "By mistake" }));
    await userEvent.click(confirm);
    expect(await screen.findByText("This trip was cancelled")).toBeInTheDocument();
    expect(posted(calls)).toMatchObject([{ body: { reason_value: 4, fee: "0.0000" } }]);
  });

  it("cancels at the pickup for the fee that was shown, and refetches it when it has changed", async () => {
    let fee = "8.0000";
    const calls = mockTripApi(ride("ARRIVED", { actions: ["cancel"] }), {
      "bookings/81/cancel-preview/": () =>
        new Response(JSON.stringify({ fee, owed: "0.0000", refund: "0.0000", minutes: 6 })),
      "bookings/81/cancel/": () => refusal("fee_changed", 409),
    });
    showTrip();
    await userEvent.click(await screen.findByRole("button", { name: "Cancel trip" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByText(/at the pickup. Cancellation fee: £8.00/)).toBeInTheDocument();
    await userEvent.click(await dialog.findByRole("radio", { name: "By mistake" }));
    fee = "15.0000";
    await userEvent.click(dialog.getByRole("button", { name: "Cancel trip" }));
    expect(await dialog.findByText(/The fee has changed/)).toBeInTheDocument();
    expect(await dialog.findByText(/Cancellation fee: £15.00/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Cancel trip" }));
    await waitFor(() =>
      expect(posted(calls).map(({ body }) => body)).toEqual([
        { reason_value: 4, fee: "8.0000" },
        { reason_value: 4, fee: "15.0000" },
      ]),
    );
  });

  it("shows the fee of a late cancellation before it is confirmed", async () => {
    mockTripApi(ride("ACCEPTED", { actions: ["cancel"] }), {
      "bookings/81/cancel-preview/": () =>
        new Response(JSON.stringify({ fee: "10.0000", refund: "0.0000", minutes: 3 })),
    });
    showTrip();
    await userEvent.click(await screen.findByRole("button", { name: "Cancel trip" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByText(/Cancellation fee: £10.00/)).toBeInTheDocument();
    expect(dialog.queryByText("Cancelling is free.")).not.toBeInTheDocument();
  });

  it("pays from the wallet", async () => {
    const calls = mockTripApi(ride("PENDING", { actions: ["pay"] }), {
      "bookings/81/pay/": () => new Response(JSON.stringify(ride("PAID"))),
    });
    showTrip();
    await userEvent.click(await screen.findByRole("button", { name: /^Pay £24.50/ }));
    expect(await screen.findByText("Trip paid")).toBeInTheDocument();
    expect(posted(calls)).toMatchObject([
      { path: "bookings/81/pay/", body: { method: "wallet", amount: "24.50" } },
    ]);
  });

  it("shows low_balance and how to pay in cash, without a useless button", async () => {
    mockTripApi(ride("PENDING", { actions: ["pay"] }), {
      "me/wallet/": () => new Response('{"balance":"3.00"}'),
    });
    showTrip();
    expect(await screen.findByText(/Wallet balance: £3.00. Pay Ben in cash/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^Pay/ })).not.toBeInTheDocument();
  });

  it("rates by keyboard and completes the booking", async () => {
    const calls = mockTripApi(ride("PAID", { actions: ["complete"] }), {
      "bookings/81/complete/": () => new Response(JSON.stringify(ride("COMPLETE"))),
    });
    showTrip();
    const stars = await screen.findByRole("radio", { name: "4 stars" });
    stars.focus();
    await userEvent.keyboard(" ");
    await userEvent.type(screen.getByLabelText("Anything to add?"), "Smooth");
    await userEvent.click(screen.getByRole("button", { name: "Submit rating" }));
    await waitFor(() =>
      expect(posted(calls)).toMatchObject([{ body: { rating: 4, feedback: "Smooth" } }]),
    );
  });
});

describe("a ride that cannot be shown", () => {
  it("shows not found to another user", async () => {
    mockTripApi(ride("NEW"), { "bookings/81/": () => refusal("not_found", 404) });
    showTrip();
    expect(await screen.findByText(/or you don’t have access to it/)).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "All bookings" })).toBeInTheDocument();
  });

  it("can be retried after another error", async () => {
    mockTripApi(ride("NEW"), { "bookings/81/": () => refusal("too_many", 429) });
    showTrip();
    expect(await screen.findByRole("button", { name: "Try again" })).toBeInTheDocument();
  });
});
