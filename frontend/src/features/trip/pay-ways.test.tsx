import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { rememberMe } from "@/api/session";
import type { Booking, Me } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { mockTripApi, posted, refusal, ride, showTrip } from "@/testing/mock-trip-api";

vi.mock("./trip-map", () => ({ TripMap: () => null }));

type Answers = NonNullable<Parameters<typeof mockTripApi>[1]>;

const json = (body: unknown) => new Response(JSON.stringify(body));
const PAY = "payments/bookings/81/";
const PROVIDERS = [
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
const attempt = (changes: Record<string, unknown> = {}) => ({
  ref: "r1",
  provider: "stripe",
  state: "redirected",
  amount: "24.50",
  booking_id: 81,
  action: { url: "https://gateway.example/pay" },
  ...changes,
});
const owed = (changes: Partial<Booking> = {}) =>
  ride("PENDING", { actions: ["pay", "promo"], ...changes });

/** Serves a wallet with this balance, two gateways, and no payment attempt. POSTs start one. */
function serve(balance: string, answers: Answers = {}, booking = owed()) {
  return mockTripApi(booking, {
    "me/wallet/": () => json({ balance }),
    "payment-providers/": () => json({ results: PROVIDERS }),
    [PAY]: ({ method }) => json(method === "POST" ? attempt() : { results: [] }),
    ...answers,
  });
}

const redirected = vi.fn();

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => {
  redirected.mockReset();
  vi.stubGlobal("location", { ...window.location, assign: redirected });
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe("an unpaid ride", () => {
  it("is paid from a sufficient wallet, unless a gateway is chosen", async () => {
    const calls = serve("50.00");
    showTrip();
    expect(
      await screen.findByRole("button", { name: "Pay £24.50 from the wallet" }),
    ).toBeInTheDocument();
    await userEvent.click(await screen.findByRole("radio", { name: /^Card/ }));
    await userEvent.click(await screen.findByRole("radio", { name: "Stripe" }));
    expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
    await userEvent.click(await screen.findByRole("button", { name: "Pay £24.50 with Stripe" }));
    await waitFor(() => expect(redirected).toHaveBeenCalledWith("https://gateway.example/pay"));
    expect(posted(calls)).toEqual([
      { path: PAY, method: "POST", body: { provider: "stripe", use_wallet: false } },
    ]);
  });

  it("starts with the card and the gateway chosen at booking", async () => {
    serve("50.00", {}, owed({ chosen_payment: "card", chosen_provider: "stripe" }));
    showTrip();
    expect(
      await screen.findByRole("button", { name: "Pay £24.50 with Stripe" }),
    ).toBeInTheDocument();
  });

  it("starts with the last used gateway", async () => {
    localStorage.setItem("hansom.payment.7", '{"mode":"card","provider":"stripe"}');
    rememberMe({ id: 7, user_type: "rider" } as Me);
    serve("0.00");
    showTrip();
    expect(
      await screen.findByRole("button", { name: "Pay £24.50 with Stripe" }),
    ).toBeInTheDocument();
  });

  it("charges only the difference after a prepayment", async () => {
    serve(
      "50.00",
      {},
      owed({
        prepaid_amount: "20.00",
        customer_paid: "20.00",
        amount_due: "4.50",
        to_collect: "4.50",
      }),
    );
    showTrip();
    expect(await screen.findByText(/Prepaid: £20.00/)).toHaveTextContent("£4.50");
    expect(
      await screen.findByRole("button", { name: "Pay £4.50 from the wallet" }),
    ).toBeInTheDocument();
  });

  it("shows fees owed for earlier bookings, and charges them to the same card", async () => {
    serve("0.00", {}, owed({ owed_amount: "11.00", to_collect: "35.50" }));
    showTrip();
    expect(await screen.findByText(/unpaid fees from earlier bookings: £11\.00/)).toHaveTextContent(
      "£35.50",
    );
    expect(
      await screen.findByRole("button", { name: "Pay £35.50 with PayPal" }),
    ).toBeInTheDocument();
  });

  it("charges the wallet first, and the rest to the card", async () => {
    const calls = serve("3.00");
    showTrip();
    await waitFor(() => expect(screen.getByRole("radio", { name: /Wallet/ })).toBeDisabled());
    await userEvent.click(await screen.findByRole("button", { name: "Pay £21.50 with PayPal" }));
    await waitFor(() => expect(redirected).toHaveBeenCalled());
    expect(posted(calls)).toMatchObject([{ body: { provider: "paypal", use_wallet: true } }]);
  });

  it("leaves the wallet untouched if chosen", async () => {
    const calls = serve("3.00");
    showTrip();
    await userEvent.click(
      await screen.findByRole("checkbox", { name: "First £3.00 from the wallet" }),
    );
    await userEvent.click(await screen.findByRole("button", { name: "Pay £24.50 with PayPal" }));
    await waitFor(() => expect(posted(calls)).toHaveLength(1));
    expect(posted(calls)).toMatchObject([{ body: { use_wallet: false } }]);
  });

  it("shows the gateway's rejection, and allows another choice", async () => {
    serve("0.00", {
      [PAY]: ({ method }) =>
        method === "POST" ? refusal("provider_refused", 409) : json({ results: [] }),
    });
    showTrip();
    await userEvent.click(await screen.findByRole("button", { name: "Pay £24.50 with PayPal" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("declined this payment");
    await userEvent.click(screen.getByRole("radio", { name: "Stripe" }));
    expect(
      await screen.findByRole("button", { name: "Pay £24.50 with Stripe" }),
    ).toBeInTheDocument();
    expect(redirected).not.toHaveBeenCalled();
  });

  it("shows no_provider_found when none is set up", async () => {
    serve("3.00", { "payment-providers/": () => json({ results: [] }) });
    showTrip();
    expect(await screen.findByText("No payment methods are set up.")).toBeInTheDocument();
    expect(await screen.findByText(/Pay Ben in cash instead/)).toBeInTheDocument();
  });

  it("shows provider_fetch_error with the error, and retries", async () => {
    let down = true;
    serve("50.00", {
      "payment-providers/": () => (down ? refusal("bad", 400) : json({ results: PROVIDERS })),
    });
    showTrip();
    const errorNote = await screen.findByText(/Couldn’t load the payment methods. Try again/);
    expect(errorNote).toHaveTextContent("bad");
    down = false;
    await userEvent.click(within(errorNote).getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("radio", { name: /^Card.*Stripe/ })).toBeInTheDocument();
  });

  it("shows a pending payment, and a link to its state", async () => {
    serve("50.00", { [PAY]: () => json({ results: [attempt({ state: "pending" })] }) });
    showTrip();
    expect(await screen.findByText(/Payment of £24.50 with Stripe/)).toBeInTheDocument();
    expect(await screen.findByRole("link", { name: "Check status" })).toHaveAttribute(
      "href",
      "/payments/r1",
    );
  });

  it("hides a failed payment", async () => {
    serve("50.00", { [PAY]: () => json({ results: [attempt({ state: "failed" })] }) });
    showTrip();
    await screen.findByRole("button", { name: "Pay £24.50 from the wallet" });
    expect(screen.queryByText(/Payment of/)).not.toBeInTheDocument();
  });

  it("names the card's gateway once it is paid", async () => {
    const paid = ride("PAID", {
      used_wallet_money: "3.00",
      card_payment_amount: "21.50",
      gateway: "stripe",
      gateway_label: "Stripe",
      actions: ["complete"],
    });
    serve("0.00", {}, paid);
    showTrip();
    expect(await screen.findByText("Paid by card (Stripe)")).toBeInTheDocument();
  });
});

describe("a delivery that waits for payment", () => {
  it("is paid by card in the dialog, the wallet first", async () => {
    const unpaid = ride("PAYMENT_PENDING", {
      app_category: "delivery",
      delivery_person: "",
      delivery_person_phone: "1234567",
      parcel_type_selected: null,
      option_selected: null,
      payment_due_at: new Date(Date.now() + 900_000).toISOString(),
      actions: ["pay", "promo", "cancel"],
    });
    const calls = serve("4.50", {}, unpaid);
    showTrip();
    await userEvent.click(await screen.findByRole("button", { name: "Pay £24.50" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Pay for your delivery" }));
    await userEvent.click(await dialog.findByRole("button", { name: "Pay £20.00 with PayPal" }));
    await waitFor(() => expect(redirected).toHaveBeenCalledWith("https://gateway.example/pay"));
    expect(posted(calls)).toMatchObject([{ path: PAY, body: { use_wallet: true } }]);
  });
});
