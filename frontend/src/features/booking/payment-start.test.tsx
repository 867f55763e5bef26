import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import { loadRest, startI18n } from "@/i18n/setup";
import {
  callsTo,
  estimate,
  mockBookingApi,
  PIER,
  STATION,
  showBooking,
  signInAs,
} from "@/testing/mock-booking-api";
import { changeDraft, reloadDraft } from "./draft-store";

const answer = (body: unknown) => new Response(JSON.stringify(body));
const GATEWAYS = [
  {
    name: "paypal",
    label: "PayPal",
    link: "",
    mark: { color: "#000000", letters: "P" },
    min_amount: "0.50",
    max_amount: "999999.99",
  },
  {
    name: "stripe",
    label: "Stripe",
    link: "",
    mark: { color: "#000000", letters: "S" },
    min_amount: "0.50",
    max_amount: "999999.99",
  },
];
const MEMORY = "hansom.payment.7";

async function confirmation() {
  showBooking();
  await userEvent.click(await screen.findByRole("button", { name: /^Book Economy/ }));
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
  localStorage.clear();
  reloadDraft();
  signInAs("rider");
  changeDraft((draft) => ({ ...draft, pickup: STATION, drop: PIER, carTypeId: 1 }));
});
afterEach(() => vi.unstubAllGlobals());

describe("the payment method", () => {
  it("starts with a wallet that covers the fare", async () => {
    mockBookingApi();
    const dialog = await confirmation();
    await waitFor(() => expect(dialog.getByRole("radio", { name: /Wallet/ })).toBeChecked());
  });

  it("starts with cash when the wallet balance is too low", async () => {
    mockBookingApi({ "me/wallet/": () => answer({ balance: "3.00" }) });
    const dialog = await confirmation();
    await waitFor(() => expect(dialog.getByRole("radio", { name: /Cash/ })).toBeChecked());
  });

  it("starts with the last choice, and sends its gateway", async () => {
    localStorage.setItem(MEMORY, '{"mode":"card","provider":"stripe"}');
    const calls = mockBookingApi({ "payment-providers/": () => answer({ results: GATEWAYS }) });
    const dialog = await confirmation();
    await waitFor(() => expect(dialog.getByRole("radio", { name: "Stripe" })).toBeChecked());
    await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
    await waitFor(() => expect(callsTo(calls, "bookings/")).toHaveLength(1));
    expect(callsTo(calls, "bookings/")[0]?.body).toMatchObject({
      payment_mode: "card",
      payment_provider: "stripe",
    });
  });

  it("starts with an offered gateway when the last one is no longer offered", async () => {
    localStorage.setItem(MEMORY, '{"mode":"card","provider":"gone"}');
    const calls = mockBookingApi({ "payment-providers/": () => answer({ results: GATEWAYS }) });
    const dialog = await confirmation();
    await waitFor(() => expect(dialog.getByRole("radio", { name: "PayPal" })).toBeChecked());
    await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
    await waitFor(() => expect(callsTo(calls, "bookings/")).toHaveLength(1));
    expect(callsTo(calls, "bookings/")[0]?.body).toMatchObject({ payment_provider: "paypal" });
  });

  it("is stored for the next booking", async () => {
    mockBookingApi();
    const dialog = await confirmation();
    await userEvent.click(await dialog.findByRole("radio", { name: /Cash/ }));
    expect(localStorage.getItem(MEMORY)).toBe('{"mode":"cash","provider":null}');
  });
});

describe("a price", () => {
  it("is labelled as estimated when the trip is measured", async () => {
    mockBookingApi();
    const dialog = await confirmation();
    expect(dialog.getByText("Estimated fare")).toBeInTheDocument();
    expect(dialog.getByText("The final fare depends on the actual trip.")).toBeInTheDocument();
  });

  it("explains the difference for a prepaid trip", async () => {
    const calls = mockBookingApi({ "estimates/": () => answer(estimate({ prepaid: true })) });
    const dialog = await confirmation();
    expect(
      dialog.getByText(/^You pay £24.50 now\. The final fare depends on the actual trip/),
    ).toBeInTheDocument();
    expect(dialog.queryByRole("radio", { name: /Cash/ })).not.toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Continue to payment · £24.50" }));
    await waitFor(() => expect(callsTo(calls, "bookings/")).toHaveLength(1));
    expect(callsTo(calls, "bookings/")[0]?.body).toMatchObject({ payment_mode: "wallet" });
  });

  it("does not name a gateway that is no longer offered for a prepaid trip", async () => {
    const calls = mockBookingApi({
      "estimates/": () => answer(estimate({ prepaid: true })),
      "payment-providers/": () => answer({ results: GATEWAYS }),
    });
    localStorage.setItem(MEMORY, '{"mode":"card","provider":"gone"}');
    const dialog = await confirmation();
    await waitFor(() => expect(callsTo(calls, "payment-providers/")).not.toEqual([]));
    await userEvent.click(dialog.getByRole("button", { name: /^Continue to payment/ }));
    await waitFor(() => expect(callsTo(calls, "bookings/")).toHaveLength(1));
    expect(callsTo(calls, "bookings/")[0]?.body).toMatchObject({ payment_mode: "card" });
    expect(callsTo(calls, "bookings/")[0]?.body).not.toHaveProperty("payment_provider");
  });

  it('is the lowest one, with "from", until the parcel is chosen', async () => {
    mockBookingApi({
      "estimates/": () => answer(estimate({ price: "24.50", from: "34.50", fixed: true })),
    });
    showBooking();
    expect(await screen.findByText("from £34.50")).toBeInTheDocument();
    expect(screen.getAllByText("Fixed").length).toBeGreaterThan(0);
  });
});
