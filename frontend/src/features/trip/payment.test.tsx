import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Booking, BookingStatus } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { mockTripApi, posted, refusal, ride, showTrip } from "@/testing/mock-trip-api";
import { UNDO_MS } from "./use-undoable-cancel";

vi.mock("./trip-map", () => ({ TripMap: () => null }));

const json = (body: unknown) => new Response(JSON.stringify(body));
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

const delivery = (status: BookingStatus, changes: Partial<Booking> = {}) =>
  ride(status, {
    app_category: "delivery",
    delivery_person: "",
    delivery_person_phone: "1234567",
    parcel_type_selected: null,
    option_selected: null,
    ...changes,
  });

const unpaid = (changes: Partial<Booking> = {}) =>
  delivery("PAYMENT_PENDING", {
    payment_due_at: inMinutes(15),
    actions: ["pay", "promo", "cancel"],
    ...changes,
  });

async function openPayment() {
  await userEvent.click(await screen.findByRole("button", { name: "Pay £24.50" }));
  return within(await screen.findByRole("dialog", { name: "Pay for your delivery" }));
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("a delivery that waits for payment", () => {
  it("shows the remaining time", async () => {
    mockTripApi(unpaid());
    showTrip();
    expect(
      await screen.findByRole("heading", { level: 1, name: "Pay to send your parcel" }),
    ).toBeVisible();
    expect(screen.getByRole("timer")).toHaveTextContent(/1[45]:\d\d/);
  });

  it("is paid from the wallet, and then searches for a driver", async () => {
    let state = unpaid();
    const calls = mockTripApi(state, {
      "bookings/81/": () => json(state),
      "bookings/81/pay/": () => {
        state = delivery("NEW", { prepaid: true });
        return json(state);
      },
    });
    showTrip();
    const dialog = await openPayment();
    expect(await dialog.findByText("Balance £50.00")).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Pay £24.50" }));
    expect(await screen.findByText("Contacting 2 nearby drivers")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(posted(calls)).toMatchObject([
      { path: "bookings/81/pay/", body: { method: "wallet", amount: "24.50" } },
    ]);
  });

  it("cannot be paid from a wallet with too little, and shows how much is missing", async () => {
    const calls = mockTripApi(unpaid(), { "me/wallet/": () => json({ balance: "3.00" }) });
    showTrip();
    const dialog = await openPayment();
    expect(await dialog.findByText(/^You’re £21.50 short/)).toBeInTheDocument();
    const pay = dialog.getByRole("button", { name: /^Pay/ });
    expect(pay).toHaveAccessibleDescription("The wallet balance is too low.");
    await userEvent.click(pay);
    expect(posted(calls)).toEqual([]);
  });

  it("shows the server's error when the wallet was emptied meanwhile", async () => {
    mockTripApi(unpaid(), { "bookings/81/pay/": () => refusal("low_balance", 409) });
    showTrip();
    const dialog = await openPayment();
    await userEvent.click(dialog.getByRole("button", { name: /^Pay/ }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("The wallet balance is too low.");
  });

  it("costs less with a promo", async () => {
    const cheaper = unpaid({
      promo: { promo_name: "WELCOME10" } as never,
      promo_applied: true,
      discount: "10.00",
      payable_amount: "14.50",
      amount_due: "14.50",
      to_collect: "14.50",
    });
    let state = unpaid();
    const calls = mockTripApi(state, {
      "bookings/81/": () => json(state),
      "bookings/81/promo/": () => {
        state = cheaper;
        return json(cheaper);
      },
    });
    showTrip();
    const dialog = await openPayment();
    await userEvent.click(dialog.getByRole("button", { name: "Add promo code" }));
    await userEvent.type(dialog.getByRole("textbox", { name: "Promo code" }), "welcome10{Enter}");
    expect(await dialog.findByRole("button", { name: /^Pay £14.50/ })).toBeInTheDocument();
    expect(posted(calls)).toMatchObject([{ body: { promo_name: "welcome10" } }]);
  });

  it("shows that the deadline passed while the dialog was open", async () => {
    let state = unpaid();
    mockTripApi(state, { "bookings/81/": () => json(state) });
    showTrip();
    await openPayment();
    state = delivery("CANCELLED", { reason: "Incomplete booking" });
    expect(await screen.findByText(/cancelled: Incomplete booking/)).toBeInTheDocument();
  });
});

describe("cancelling an unpaid booking", () => {
  const cancelled = delivery("CANCELLED", { reason: "Incomplete booking" });

  it("waits a second and a half, and requires no reason", async () => {
    const calls = mockTripApi(unpaid(), { "bookings/81/cancel/": () => json(cancelled) });
    showTrip();
    const cancelButton = await screen.findByRole("button", { name: "Cancel" });
    const at = Date.now();
    fireEvent.click(cancelButton);
    expect(screen.getByText("Cancelling…")).toBeInTheDocument();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(posted(calls)).toEqual([]);
    expect(await screen.findByText("This delivery was cancelled")).toBeInTheDocument();
    expect(Date.now() - at).toBeGreaterThanOrEqual(UNDO_MS);
    expect(posted(calls)).toMatchObject([{ path: "bookings/81/cancel/", body: {} }]);
  });

  it("can be undone during that time", async () => {
    const calls = mockTripApi(unpaid(), { "bookings/81/cancel/": () => json(cancelled) });
    showTrip();
    // Both clicks without a pause: a slow machine would miss the undo time.
    fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(screen.getByRole("button", { name: "Pay £24.50" })).toBeEnabled();
    await new Promise((done) => setTimeout(done, UNDO_MS + 300));
    expect(posted(calls)).toEqual([]);
    expect(screen.getByText("Pay to send your parcel")).toBeInTheDocument();
  });

  it("is also possible in the payment dialog", async () => {
    let state = unpaid();
    const calls = mockTripApi(state, {
      "bookings/81/": () => json(state),
      "bookings/81/cancel/": () => {
        state = cancelled;
        return json(cancelled);
      },
    });
    showTrip();
    const dialog = await openPayment();
    fireEvent.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(dialog.getByRole("button", { name: /^Pay/ })).toHaveAccessibleDescription("Cancelling…");
    await waitFor(() => expect(posted(calls)).toHaveLength(1));
    await waitFor(() =>
      expect(screen.queryByRole("dialog", { name: /Pay/ })).not.toBeInTheDocument(),
    );
  });
});
