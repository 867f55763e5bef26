import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { takeUpSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import { loadRest, startI18n } from "@/i18n/setup";
import { changeDraft, currentDraft, reloadDraft } from "./draft-store";
import * as town from "./fake-town";

const { callsTo, PIER, refusal, serveTown, showBooking, signInAs, STATION } = town;
const answer = (body: unknown) => new Response(JSON.stringify(body));

function chooseBoth() {
  changeDraft((draft) => ({ ...draft, pickup: STATION, drop: PIER }));
}

const press = (name: string | RegExp) =>
  screen.findByRole("button", { name }).then((button) => userEvent.click(button));

async function openConfirmation() {
  await press(/^Book Economy/);
  return within(await screen.findByRole("dialog", { name: "Confirm your ride" }));
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await takeUpSession();
});
beforeEach(() => {
  sessionEnded();
  sessionStorage.clear();
  reloadDraft();
});
afterEach(() => vi.unstubAllGlobals());

describe("a press before the prices are there", () => {
  it("goes on as soon as they are", async () => {
    chooseBoth();
    let answerNow: () => void = () => undefined;
    const late = new Promise<Response>((resolve) => {
      answerNow = () => resolve(answer(town.estimate()));
    });
    serveTown({ "estimates/": () => late });
    showBooking();
    await press("Book now");
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    answerNow();
    expect(await screen.findByRole("dialog", { name: "Confirm your ride" })).toBeInTheDocument();
  });

  it("is forgotten with the place that the prices were for", async () => {
    chooseBoth();
    serveTown({ "estimates/": () => new Promise<Response>(() => undefined) });
    showBooking();
    await press("Book now");
    await press("Clear the drop");
    await waitFor(() => expect(screen.getByRole("button", { name: "Book now" })).toBeEnabled());
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });
});

describe("what is refused", () => {
  it("says select_proper without both places, goes to the first and asks nobody", async () => {
    const calls = serveTown();
    showBooking();
    await press("Book now");
    expect(screen.getByRole("alert")).toHaveTextContent("Choose pickup, drop and car type.");
    expect(screen.getByRole("combobox", { name: "Pickup" })).toHaveFocus();
    expect(callsTo(calls, "estimates/")).toEqual([]);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("shows a visitor the price, says must_login, books nothing and keeps the draft", async () => {
    chooseBoth();
    const calls = serveTown();
    const { onMustLogin } = showBooking();
    const dialog = await openConfirmation();
    expect(dialog.getByText(/Please log in to book/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Log in to book" }));
    expect(onMustLogin).toHaveBeenCalledOnce();
    expect(callsTo(calls, "bookings/")).toEqual([]);
    await reloadDraft();
    expect(currentDraft()).toMatchObject({ pickup: STATION, drop: PIER, confirmAfterSignIn: true });
  });

  it("opens the confirmation again once the visitor has signed in", async () => {
    chooseBoth();
    changeDraft((draft) => ({ ...draft, carTypeId: 1, confirmAfterSignIn: true }));
    serveTown();
    signInAs("rider");
    showBooking();
    expect(await screen.findByRole("dialog", { name: "Confirm your ride" })).toBeInTheDocument();
    expect(currentDraft().confirmAfterSignIn).toBe(false);
  });

  it("tells an admin user_issue_contact_admin and books nothing", async () => {
    chooseBoth();
    const calls = serveTown();
    signInAs("admin");
    showBooking();
    const dialog = await openConfirmation();
    await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
    expect(await dialog.findByText(/This account cannot book a ride/)).toBeInTheDocument();
    expect(callsTo(calls, "bookings/")).toEqual([]);
  });

  it("says why there is no price, with the way out", async () => {
    chooseBoth();
    serveTown({ "estimates/": () => refusal("no_route_found", 422) });
    showBooking();
    expect(await screen.findByRole("alert")).toHaveTextContent(/No Route Found/);
    expect(screen.getByRole("button", { name: "Change the places" })).toBeInTheDocument();
  });
});

describe("booking", () => {
  it("books once, goes straight to the trip, and tells the reference", async () => {
    chooseBoth();
    const calls = serveTown();
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

  it("may be meant to be paid by card, where a gateway is offered", async () => {
    chooseBoth();
    const calls = serveTown({
      "payment-providers/": () => answer({ results: [{ name: "stripe", label: "Stripe" }] }),
    });
    signInAs("rider");
    showBooking();
    const dialog = await openConfirmation();
    await userEvent.click(await dialog.findByRole("radio", { name: /Card/ }));
    expect(dialog.getByText("After the ride, with Stripe")).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Confirm for £24.50" }));
    expect(await screen.findByText("page /bookings/81")).toBeInTheDocument();
    expect(callsTo(calls, "bookings/")).toMatchObject([{ body: { payment_mode: "card" } }]);
  });

  it("has no card to choose where the gateways cannot be read, and says so", async () => {
    chooseBoth();
    serveTown({ "payment-providers/": () => refusal("bad", 400) });
    signInAs("rider");
    showBooking();
    const dialog = await openConfirmation();
    expect(await dialog.findByText(/The ways of paying could not be read. bad/)).toBeVisible();
    expect(dialog.queryByRole("radio", { name: /Card/ })).not.toBeInTheDocument();
  });

  it("takes a promo off the price, books with it, and forgets it afterwards", async () => {
    chooseBoth();
    const calls = serveTown({
      "promos/check/": ({ body }) =>
        body.promo_name === "WELCOME10"
          ? answer({ promo_name: "WELCOME10", discount: "10.0000", payable_amount: "14.5000" })
          : refusal("promo_not_found", 400),
    });
    signInAs("rider");
    showBooking();
    const dialog = await openConfirmation();
    await userEvent.click(dialog.getByRole("button", { name: "Do you have a promo?" }));
    const field = dialog.getByRole("textbox", { name: "Promo" });
    await userEvent.type(field, "NOTHING");
    await userEvent.click(dialog.getByRole("button", { name: "Apply" }));
    expect(await dialog.findByText("There is no such promo.")).toBeInTheDocument();
    await userEvent.clear(field);
    await userEvent.type(field, "WELCOME10");
    await userEvent.click(dialog.getByRole("button", { name: "Apply" }));
    expect(await dialog.findByText(/saves you £10.00/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Confirm for £14.50" }));
    expect(await screen.findByText("page /bookings/81")).toBeInTheDocument();
    expect(callsTo(calls, "bookings/")).toMatchObject([{ body: { promo_name: "WELCOME10" } }]);
    expect(currentDraft().promo).toBeNull();
  });

  it("sends the same key again while nobody knows the outcome, and a new one after a refusal", async () => {
    chooseBoth();
    const failures = [
      () => Promise.reject(new TypeError("offline")),
      () => refusal("profile_incomplete", 400),
      () => refusal("profile_incomplete", 400),
    ];
    const calls = serveTown({ "bookings/": () => failures.shift()?.() ?? answer({}) });
    signInAs("rider");
    showBooking();
    const dialog = await openConfirmation();
    await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
    expect(await dialog.findByText(/cannot book it twice/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: /^Try again/ }));
    expect(await dialog.findByText(/Complete your profile/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: /^Try again/ }));
    await waitFor(() => expect(callsTo(calls, "bookings/")).toHaveLength(3));
    const [first, again, afterRefusal] = callsTo(calls, "bookings/").map((call) => call.key);
    expect(again).toBe(first);
    expect(afterRefusal).not.toBe(first);
  });

  it("keeps to what was asked for while nobody knows the outcome", async () => {
    chooseBoth();
    serveTown({
      "estimates/": () => answer(town.estimate({ near: 0 })),
      "bookings/": () => Promise.reject(new TypeError("offline")),
    });
    changeDraft((draft) => ({ ...draft, carTypeId: 1 }));
    signInAs("rider");
    showBooking();
    const dialog = await openConfirmation();
    expect(dialog.getByRole("button", { name: /^Take Comfort/ })).toBeEnabled();
    await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
    expect(await dialog.findByText(/cannot book it twice/)).toBeInTheDocument();
    for (const name of [/^Take Comfort/, /^Book later, /, "Expand search"])
      expect(dialog.getByRole("button", { name })).toBeDisabled();
  });

  it("offers to wait or to take another car when no driver is free", async () => {
    chooseBoth();
    serveTown({ "bookings/": () => refusal("no_driver_found_alert_messege", 409) });
    signInAs("rider");
    showBooking();
    const dialog = await openConfirmation();
    await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
    expect(await dialog.findByText(/No driver is free near the pickup/)).toBeInTheDocument();
    expect(dialog.getByRole("button", { name: "Keep looking for a driver" })).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: /^Take Comfort/ }));
    expect(await dialog.findByRole("button", { name: "Confirm for £31.00" })).toBeInTheDocument();
    expect(currentDraft().carTypeId).toBe(2);
  });

  it("expands the search with one tap, twice at most", async () => {
    chooseBoth();
    const calls = serveTown({ "bookings/": () => refusal("no_driver_found_alert_messege", 409) });
    signInAs("rider");
    showBooking();
    const dialog = await openConfirmation();
    await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
    const bodies = () => callsTo(calls, "bookings/").map((call) => call.body);
    for (const search_widened of [1, 2]) {
      await userEvent.click(await dialog.findByRole("button", { name: "Expand search" }));
      await waitFor(() => expect(bodies().at(-1)).toMatchObject({ search_widened }));
      await dialog.findByText(/No driver is free near the pickup/);
    }
    await waitFor(() => expect(dialog.queryByRole("button", { name: "Expand search" })).toBeNull());
    expect(bodies()[0]).not.toHaveProperty("search_widened");
  });

  it("books later with one tap, at the next half hour", async () => {
    chooseBoth();
    serveTown({ "bookings/": () => refusal("no_driver_found_alert_messege", 409) });
    signInAs("rider");
    showBooking();
    const dialog = await openConfirmation();
    await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
    await userEvent.click(await dialog.findByRole("button", { name: /^Book later, / }));
    expect(currentDraft()).toMatchObject({
      later: true,
      tripDate: expect.stringMatching(/:[03]0$/),
    });
    expect(dialog.queryByText(/No driver is free near the pickup/)).toBeNull();
    expect(dialog.getByRole("button", { name: /^Confirm/ })).toBeEnabled();
  });
});

describe("prices that run out", () => {
  it("are fetched again, and the panel says so", async () => {
    chooseBoth();
    const lives = [6000];
    const calls = serveTown({
      "estimates/": () => answer(town.estimate({ lives: lives.shift() ?? 600_000 })),
    });
    showBooking();
    await screen.findByRole("button", { name: /^Book Economy/ });
    expect(await screen.findByText(/The prices had run out/)).toBeInTheDocument();
    expect(callsTo(calls, "estimates/")).toHaveLength(2);
  });

  it("are shown anew when the server refuses the quote, with what changed", async () => {
    chooseBoth();
    const prices = ["24.50"];
    serveTown({
      "estimates/": () => answer(town.estimate({ price: prices.shift() ?? "26.00" })),
      "bookings/": () => refusal("quote_expired", 409),
    });
    signInAs("rider");
    showBooking();
    const dialog = await openConfirmation();
    await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
    expect(await dialog.findByText(/changed from £24.50 to £26.00/)).toBeInTheDocument();
  });

  it("are forgotten when the confirmation is closed", async () => {
    chooseBoth();
    const calls = serveTown();
    showBooking();
    const dialog = await openConfirmation();
    await userEvent.click(dialog.getByRole("button", { name: "Back" }));
    await waitFor(() => expect(callsTo(calls, "estimates/")).toHaveLength(2));
  });
});
