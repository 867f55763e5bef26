import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import { loadRest, startI18n } from "@/i18n/setup";
import * as bookingApi from "@/testing/mock-booking-api";
import { changeDraft, currentDraft, reloadDraft } from "./draft-store";

const { callsTo, PIER, refusal, mockBookingApi, showBooking, signInAs, STATION } = bookingApi;
const answer = (body: unknown) => new Response(JSON.stringify(body));

function chooseBoth() {
  changeDraft((draft) => ({ ...draft, pickup: STATION, drop: PIER }));
}

const press = (name: string | RegExp) =>
  screen.findByRole("button", { name }).then((button) => userEvent.click(button));

async function openConfirmation() {
  await press(/^Book Economy/);
  return within(await screen.findByRole("dialog", { name: "Confirm your trip" }));
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => {
  sessionEnded();
  sessionStorage.clear();
  reloadDraft();
});
afterEach(() => vi.unstubAllGlobals());

describe("a press before the prices have loaded", () => {
  it("continues as soon as they load", async () => {
    chooseBoth();
    let answerNow: () => void = () => undefined;
    const late = new Promise<Response>((resolve) => {
      answerNow = () => resolve(answer(bookingApi.estimate()));
    });
    mockBookingApi({ "estimates/": () => late });
    showBooking();
    await press("Book now");
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    answerNow();
    expect(await screen.findByRole("dialog", { name: "Confirm your trip" })).toBeInTheDocument();
  });

  it("is discarded when the place that the prices were for changes", async () => {
    chooseBoth();
    mockBookingApi({ "estimates/": () => new Promise<Response>(() => undefined) });
    showBooking();
    await press("Book now");
    await press("Clear drop-off");
    await waitFor(() => expect(screen.getByRole("button", { name: "Book now" })).toBeEnabled());
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });
});

describe("what is rejected", () => {
  it("shows select_proper without both places, focuses the first and sends no request", async () => {
    const calls = mockBookingApi();
    showBooking();
    await press("Book now");
    expect(screen.getByRole("alert")).toHaveTextContent("Choose a pickup, drop-off and car type.");
    expect(screen.getByRole("combobox", { name: "Pickup" })).toHaveFocus();
    expect(callsTo(calls, "estimates/")).toEqual([]);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("shows a visitor the price and must_login, books nothing and stores the draft", async () => {
    chooseBoth();
    const calls = mockBookingApi();
    const { onMustLogin } = showBooking();
    const dialog = await openConfirmation();
    expect(dialog.getByText(/Log in to book/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Log in" }));
    expect(onMustLogin).toHaveBeenCalledOnce();
    expect(callsTo(calls, "bookings/")).toEqual([]);
    await reloadDraft();
    expect(currentDraft()).toMatchObject({ pickup: STATION, drop: PIER, confirmAfterSignIn: true });
  });

  it("reopens the confirmation after the visitor logs in", async () => {
    chooseBoth();
    changeDraft((draft) => ({ ...draft, carTypeId: 1, confirmAfterSignIn: true }));
    mockBookingApi();
    signInAs("rider");
    showBooking();
    expect(await screen.findByRole("dialog", { name: "Confirm your trip" })).toBeInTheDocument();
    expect(currentDraft().confirmAfterSignIn).toBe(false);
  });

  it("shows an admin user_issue_contact_admin and books nothing", async () => {
    chooseBoth();
    const calls = mockBookingApi();
    signInAs("admin");
    showBooking();
    const dialog = await openConfirmation();
    await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
    expect(await dialog.findByText(/Your account can’t book trips/)).toBeInTheDocument();
    expect(callsTo(calls, "bookings/")).toEqual([]);
  });

  it("shows why there is no price, and how to continue", async () => {
    chooseBoth();
    mockBookingApi({ "estimates/": () => refusal("no_route_found", 422) });
    showBooking();
    expect(await screen.findByRole("alert")).toHaveTextContent(/No Route Found/);
    expect(screen.getByRole("button", { name: "Change addresses" })).toBeInTheDocument();
  });
});

describe("booking", () => {
  it("books once, opens the trip, and shows the reference", async () => {
    chooseBoth();
    const calls = mockBookingApi();
    signInAs("rider");
    showBooking();
    const dialog = await openConfirmation();
    await userEvent.click(dialog.getByRole("button", { name: "Confirm for £24.50" }));
    expect(await screen.findByText(/Booking K7WQ4P/)).toBeInTheDocument();
    expect(callsTo(calls, "bookings/")).toMatchObject([
      { body: { quote_id: "quote-1", payment_mode: "wallet" }, key: expect.any(String) },
    ]);
    expect(currentDraft().drop).toEqual({ ...STATION, add: "" });
    expect(screen.getByText("page /bookings/81")).toBeInTheDocument();
  });

  it("shows the surge factor before the confirmation and in it, and none at the usual price", async () => {
    chooseBoth();
    mockBookingApi({ "estimates/": () => answer(bookingApi.estimate({ surge: "1.30" })) });
    signInAs("rider");
    showBooking();
    const notice = /^Prices are 1\.3 times the usual/;
    expect(await screen.findByText(notice)).toBeInTheDocument();
    const dialog = await openConfirmation();
    expect(dialog.getByText(notice)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Back" }));
    await userEvent.click(screen.getByRole("radio", { name: /Comfort/ }));
    await waitFor(() => expect(screen.queryByText(notice)).not.toBeInTheDocument());
  });

  it("names the gateways only where they are few", async () => {
    chooseBoth();
    const mark = { color: "#533afd", letters: "S" };
    const gateways = ["Stripe", "PayPal", "Paystack", "Culqi"].map((label) => ({
      name: label.toLowerCase(),
      label,
      mark,
    }));
    mockBookingApi({ "payment-providers/": () => answer({ results: gateways }) });
    signInAs("rider");
    showBooking();
    const dialog = await openConfirmation();
    expect(await dialog.findByText("After the trip")).toBeInTheDocument();
    expect(dialog.queryByText(/Stripe/)).not.toBeInTheDocument();
    await userEvent.click(dialog.getByRole("radio", { name: /Card/ }));
    expect(dialog.getByRole("radio", { name: "Culqi" })).toBeInTheDocument();
  });

  it("can choose card payment when a gateway is offered", async () => {
    chooseBoth();
    const calls = mockBookingApi({
      "payment-providers/": () =>
        answer({
          results: [{ name: "stripe", label: "Stripe", mark: { color: "#533afd", letters: "S" } }],
        }),
    });
    signInAs("rider");
    showBooking();
    const dialog = await openConfirmation();
    await userEvent.click(await dialog.findByRole("radio", { name: /Card/ }));
    expect(dialog.getByText("After the trip, with Stripe")).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Confirm for £24.50" }));
    expect(await screen.findByText("page /bookings/81")).toBeInTheDocument();
    expect(callsTo(calls, "bookings/")).toMatchObject([{ body: { payment_mode: "card" } }]);
  });

  it("offers no card where the gateways cannot be loaded, and shows it", async () => {
    chooseBoth();
    mockBookingApi({ "payment-providers/": () => refusal("bad", 400) });
    signInAs("rider");
    showBooking();
    const dialog = await openConfirmation();
    expect(
      await dialog.findByText(/Couldn’t load the payment methods. Try again. bad/),
    ).toBeVisible();
    expect(dialog.queryByRole("radio", { name: /Card/ })).not.toBeInTheDocument();
  });

  it("takes a promo off the price, books with it, and clears it afterwards", async () => {
    chooseBoth();
    const calls = mockBookingApi({
      "promos/check/": ({ body }) =>
        body.promo_name === "WELCOME10"
          ? answer({ promo_name: "WELCOME10", discount: "10.0000", payable_amount: "14.5000" })
          : refusal("promo_not_found", 400),
    });
    signInAs("rider");
    showBooking();
    const dialog = await openConfirmation();
    await userEvent.click(dialog.getByRole("button", { name: "Add promo code" }));
    const field = dialog.getByRole("textbox", { name: "Promo code" });
    await userEvent.type(field, "NOTHING");
    await userEvent.click(dialog.getByRole("button", { name: "Apply" }));
    expect(await dialog.findByText("This promo code doesn’t exist.")).toBeInTheDocument();
    await userEvent.clear(field);
    await userEvent.type(field, "WELCOME10");
    await userEvent.click(dialog.getByRole("button", { name: "Apply" }));
    expect(await dialog.findByText(/saves you £10.00/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Confirm for £14.50" }));
    expect(await screen.findByText("page /bookings/81")).toBeInTheDocument();
    expect(callsTo(calls, "bookings/")).toMatchObject([{ body: { promo_name: "WELCOME10" } }]);
    expect(currentDraft().promo).toBeNull();
  });

  it("reuses the key while the outcome is unknown, and uses a new one after a rejection", async () => {
    chooseBoth();
    const failures = [
      () => Promise.reject(new TypeError("offline")),
      () => refusal("profile_incomplete", 400),
      () => refusal("profile_incomplete", 400),
    ];
    const calls = mockBookingApi({ "bookings/": () => failures.shift()?.() ?? answer({}) });
    signInAs("rider");
    showBooking();
    const dialog = await openConfirmation();
    await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
    expect(await dialog.findByText(/you won’t be booked twice/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: /^Try again/ }));
    expect(await dialog.findByText(/Complete your profile/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: /^Try again/ }));
    await waitFor(() => expect(callsTo(calls, "bookings/")).toHaveLength(3));
    const [first, again, afterRefusal] = callsTo(calls, "bookings/").map((call) => call.key);
    expect(again).toBe(first);
    expect(afterRefusal).not.toBe(first);
  });

  it("repeats the same request while the outcome is unknown", async () => {
    chooseBoth();
    mockBookingApi({
      "estimates/": () => answer(bookingApi.estimate({ near: 0 })),
      "bookings/": () => Promise.reject(new TypeError("offline")),
    });
    changeDraft((draft) => ({ ...draft, carTypeId: 1 }));
    signInAs("rider");
    showBooking();
    const dialog = await openConfirmation();
    expect(dialog.getByRole("button", { name: /^Choose Comfort/ })).toBeEnabled();
    await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
    expect(await dialog.findByText(/you won’t be booked twice/)).toBeInTheDocument();
    for (const name of [/^Choose Comfort/, /^Book later · /, "Expand search"])
      expect(dialog.getByRole("button", { name })).toBeDisabled();
  });

  it("offers to wait or to take another car when no driver is free", async () => {
    chooseBoth();
    mockBookingApi({ "bookings/": () => refusal("no_driver_found_alert_messege", 409) });
    signInAs("rider");
    showBooking();
    const dialog = await openConfirmation();
    await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
    expect(await dialog.findByText(/No drivers near the pickup/)).toBeInTheDocument();
    expect(dialog.getByRole("button", { name: "Keep searching" })).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: /^Choose Comfort/ }));
    expect(await dialog.findByRole("button", { name: "Confirm for £31.00" })).toBeInTheDocument();
    expect(currentDraft().carTypeId).toBe(2);
  });

  it("expands the search with one tap, twice at most", async () => {
    chooseBoth();
    const calls = mockBookingApi({
      "bookings/": () => refusal("no_driver_found_alert_messege", 409),
    });
    signInAs("rider");
    showBooking();
    const dialog = await openConfirmation();
    await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
    const bodies = () => callsTo(calls, "bookings/").map((call) => call.body);
    for (const search_widened of [1, 2]) {
      await userEvent.click(await dialog.findByRole("button", { name: "Expand search" }));
      await waitFor(() => expect(bodies().at(-1)).toMatchObject({ search_widened }));
      await dialog.findByText(/No drivers near the pickup/);
    }
    await waitFor(() => expect(dialog.queryByRole("button", { name: "Expand search" })).toBeNull());
    expect(bodies()[0]).not.toHaveProperty("search_widened");
  });

  it("books the next half hour with one tap", async () => {
    chooseBoth();
    mockBookingApi({ "bookings/": () => refusal("no_driver_found_alert_messege", 409) });
    signInAs("rider");
    showBooking();
    const dialog = await openConfirmation();
    await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
    await userEvent.click(await dialog.findByRole("button", { name: /^Book later · / }));
    expect(currentDraft()).toMatchObject({
      later: true,
      tripDate: expect.stringMatching(/:[03]0$/),
    });
    expect(dialog.queryByText(/No drivers near the pickup/)).toBeNull();
    expect(dialog.getByRole("button", { name: /^Confirm/ })).toBeEnabled();
  });
});

describe("expired prices", () => {
  it("are refetched, and the panel shows it", async () => {
    chooseBoth();
    const lives = [6000];
    const calls = mockBookingApi({
      "estimates/": () => answer(bookingApi.estimate({ lives: lives.shift() ?? 600_000 })),
    });
    showBooking();
    await screen.findByRole("button", { name: /^Book Economy/ });
    expect(await screen.findByText(/Prices have been updated/)).toBeInTheDocument();
    expect(callsTo(calls, "estimates/")).toHaveLength(2);
  });

  it("are refetched when the server rejects the quote, and the change is shown", async () => {
    chooseBoth();
    const prices = ["24.50"];
    mockBookingApi({
      "estimates/": () => answer(bookingApi.estimate({ price: prices.shift() ?? "26.00" })),
      "bookings/": () => refusal("quote_expired", 409),
    });
    signInAs("rider");
    showBooking();
    const dialog = await openConfirmation();
    await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
    expect(await dialog.findByText(/changed from £24.50 to £26.00/)).toBeInTheDocument();
  });

  it("are cleared when the confirmation is closed", async () => {
    chooseBoth();
    const calls = mockBookingApi();
    showBooking();
    const dialog = await openConfirmation();
    await userEvent.click(dialog.getByRole("button", { name: "Back" }));
    await waitFor(() => expect(callsTo(calls, "estimates/")).toHaveLength(2));
  });
});
