import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { rememberMe } from "@/api/session";
import type { Me, UserType } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { PaymentPage } from "./payment-page";
import { TestGatewayPage } from "./test-gateway-page";
import { WalletPage } from "./wallet-page";

interface Call {
  path: string;
  body: Record<string, unknown>;
  key: string | null;
}

const PROVIDERS = [
  {
    name: "stripe",
    label: "Stripe",
    link: "",
    mark: { color: "#000000", letters: "S" },
    min_amount: "0.50",
    max_amount: "999999.99",
  },
  {
    name: "test",
    label: "Test",
    link: "",
    mark: { color: "#000000", letters: "T" },
    min_amount: "0.50",
    max_amount: "999999.99",
  },
];
const attempt = (state: string, action: unknown = null) => ({
  ref: "r1",
  state,
  amount: "20.00",
  action,
  booking_id: null,
  reference: "wallet-1-2",
  credited_to: state === "paid" ? "wallet" : "",
});

/** Serves the responses by path, and returns the posted requests. */
function serve(answers: Record<string, () => unknown>): Call[] {
  const posted: Call[] = [];
  const defaults: Record<string, () => unknown> = {
    "settings/public/": () => ({
      symbol: "£",
      decimal: 2,
      swipe_symbol: false,
      quick_amounts: ["5", "20"],
    }),
    "me/wallet/": () => ({
      balance: "12.50",
      withdrawable: "12.50",
      locked_bonus: "0.0000",
      owed: "0.0000",
      owed_fees: [],
    }),
    "me/wallet/history/": () => ({ next: null, results: [] }),
    "payment-providers/": () => ({ results: PROVIDERS }),
  };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const path = url.replace("/api/v1/", "");
    if (init.method === "POST") {
      const key = new Headers(init.headers).get("Idempotency-Key");
      posted.push({ path, body: JSON.parse(String(init.body ?? "{}")), key });
    }
    const found = (answers[path] ?? defaults[path])?.();
    if (found instanceof Response) return found;
    return Response.json(found ?? { code: "not_found" }, { status: found ? 200 : 404 });
  });
  return posted;
}

function show(at: string) {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path="/wallet" element={<WalletPage />} />
            <Route path="/payments/:ref" element={<PaymentPage />} />
            <Route path="/payments/test/:ref" element={<TestGatewayPage />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

async function openSheet() {
  await userEvent.click(await screen.findByRole("button", { name: "Top up" }));
  return within(await screen.findByRole("dialog"));
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("the wallet", () => {
  it.each<[UserType, boolean]>([
    ["driver", true],
    ["rider", false],
  ])("leads a %s to the weekly statements: %s", async (role, expected) => {
    rememberMe({ id: 1, user_type: role } as Me);
    serve({});
    show("/wallet");
    await screen.findByText("£12.50");
    const link = screen.queryByRole("link", { name: "Weekly statements" });
    expect(link?.getAttribute("href")).toBe(expected ? "/statements" : undefined);
  });

  it("shows the owed fees with their bookings", async () => {
    serve({
      "me/wallet/": () => ({
        balance: "0.0000",
        withdrawable: "0.0000",
        locked_bonus: "0.0000",
        owed: "10.0000",
        owed_fees: [{ id: 1, booking_id: 81, reference: "HX7K2M", left: "10.0000" }],
      }),
    });
    show("/wallet");
    expect(await screen.findByText("Owed: £10.00")).toBeTruthy();
    const link = screen.getByRole("link", { name: "Cancellation fee, booking HX7K2M" });
    expect(link.getAttribute("href")).toBe("/bookings/81");
  });

  it("shows the balance, and each transaction with the balance after it", async () => {
    const move = {
      id: 1,
      type: "Debit",
      kind: "wallet_payment",
      amount: "7.50",
      balance_after: "12.50",
      date: "2026-05-04T10:00:00Z",
      tx_ref: "HX7K2M",
    };
    serve({ "me/wallet/history/": () => ({ next: null, results: [move] }) });
    show("/wallet");
    const row = await screen.findByRole("listitem");
    expect(row).toHaveTextContent("Trip paid");
    expect(row).toHaveTextContent("−£7.50");
    expect(row).toHaveTextContent("£12.50");
  });

  it("shows when there are no entries, and offers a retry when they cannot be loaded", async () => {
    serve({});
    show("/wallet");
    expect(await screen.findByText("No transactions yet")).toBeInTheDocument();
  });

  it("tops up by a quick amount through the chosen gateway, once per attempt", async () => {
    const redirected = vi.fn();
    vi.stubGlobal("location", { ...window.location, assign: redirected });
    const action = { url: "https://gateway.example/pay" };
    const posted = serve({ "me/wallet/top-ups/": () => attempt("redirected", action) });
    show("/wallet");
    const sheet = await openSheet();
    await userEvent.click(await sheet.findByRole("radio", { name: "£20.00" }));
    await userEvent.click(sheet.getByRole("radio", { name: "Test" }));
    await userEvent.click(sheet.getByRole("button", { name: "Pay £20.00" }));
    await waitFor(() => expect(redirected).toHaveBeenCalledWith("https://gateway.example/pay"));
    expect(posted).toHaveLength(1);
    expect(posted[0]).toMatchObject({
      path: "me/wallet/top-ups/",
      body: { provider: "test", amount: "20" },
    });
    expect(posted[0]?.key).toBeTruthy();
  });

  it("requires an amount, and shows when no gateway is set up", async () => {
    const posted = serve({ "payment-providers/": () => ({ results: [] }) });
    show("/wallet");
    const sheet = await openSheet();
    expect(await sheet.findByText("No payment methods are set up.")).toBeInTheDocument();
    await userEvent.type(sheet.getByRole("textbox", { name: "Amount" }), "0");
    await userEvent.click(sheet.getByRole("button", { name: "Pay" }));
    expect(posted).toHaveLength(0);
  });

  it.each(["5.001", "99999999999999"])("shows the allowed range for %s", async (typed) => {
    const posted = serve({});
    show("/wallet");
    const sheet = await openSheet();
    await userEvent.type(sheet.getByRole("textbox", { name: "Amount" }), typed);
    expect(
      await sheet.findByText("Enter an amount between £0.50 and £999,999.99."),
    ).toBeInTheDocument();
    await userEvent.click(sheet.getByRole("button", { name: "Pay" }));
    expect(posted).toHaveLength(0);
  });

  it.each([
    ["is the same payment while the outcome is unknown", 502, "error", true],
    ["is another payment after a refusal", 409, "amount_not_taken", false],
  ])("another try %s", async (_what, status, code, same) => {
    const failed = () => Response.json({ code }, { status });
    const posted = serve({ "me/wallet/top-ups/": failed });
    show("/wallet");
    const sheet = await openSheet();
    await userEvent.type(sheet.getByRole("textbox", { name: "Amount" }), "7.5");
    await userEvent.click(await sheet.findByRole("button", { name: "Pay £7.50" }));
    await sheet.findByRole("alert");
    await userEvent.click(sheet.getByRole("button", { name: "Pay £7.50" }));
    await waitFor(() => expect(posted).toHaveLength(2));
    expect(posted[0]?.key === posted[1]?.key).toBe(same);
    await userEvent.click(sheet.getByRole("radio", { name: "Test" }));
    await userEvent.click(await sheet.findByRole("button", { name: "Pay £7.50" }));
    await waitFor(() => expect(posted).toHaveLength(3));
    expect(posted[2]?.key).not.toBe(posted[1]?.key);
  });

  it("keeps the sheet open with the gateway's error", async () => {
    const refused = () => Response.json({ code: "provider_unavailable" }, { status: 503 });
    serve({ "me/wallet/top-ups/": refused });
    show("/wallet");
    const sheet = await openSheet();
    await userEvent.type(sheet.getByRole("textbox", { name: "Amount" }), "7.5");
    await userEvent.click(await sheet.findByRole("button", { name: "Pay £7.50" }));
    expect(await sheet.findByRole("alert")).toHaveTextContent("isn’t responding");
  });
});

describe("a payment", () => {
  it.each([
    ["paid", "Paid"],
    ["failed", "Payment failed"],
    ["refunded", "Refunded"],
  ])("shows that it is %s", async (state, text) => {
    serve({ "payments/checkouts/r1/": () => attempt(state) });
    show("/payments/r1");
    expect(await screen.findByRole("heading", { name: text })).toBeInTheDocument();
  });

  it.each([
    ["booking", "Booking K7WQ4P is paid."],
    ["wallet", "Booking K7WQ4P changed before the payment arrived. The money is in your wallet."],
  ])("shows that the booking money went to the %s, and links back", async (credited_to, text) => {
    const paid = { ...attempt("paid"), booking_id: 81, reference: "K7WQ4P", credited_to };
    serve({ "payments/checkouts/r1/": () => paid });
    show("/payments/r1");
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "View booking" })).toHaveAttribute(
      "href",
      "/bookings/81",
    );
  });

  it("can be retried from the booking when the booking's payment failed", async () => {
    const failed = { ...attempt("failed"), booking_id: 81, reference: "K7WQ4P" };
    serve({ "payments/checkouts/r1/": () => failed });
    show("/payments/r1");
    expect(await screen.findByRole("link", { name: "Try again" })).toHaveAttribute(
      "href",
      "/bookings/81",
    );
  });

  it("is checked at once while it is pending, and updates by itself", async () => {
    const answers = vi.fn(() => attempt("paid")).mockReturnValueOnce(attempt("pending"));
    const posted = serve({
      "payments/checkouts/r1/": () => attempt("pending"),
      "payments/checkouts/r1/check/": () => answers(),
    });
    show("/payments/r1");
    expect(await screen.findByText("Waiting for the payment provider")).toBeInTheDocument();
    await waitFor(() => expect(posted).toHaveLength(1));
    await userEvent.click(await screen.findByRole("button", { name: "Refresh" }));
    expect(await screen.findByRole("heading", { name: "Paid" })).toBeInTheDocument();
  });

  it("continues from the test gateway's page to its state", async () => {
    const posted = serve({
      "payments/test/pages/r1/": () => ({
        amount: "20.00",
        buttons: ["approve", "decline"],
        next_url: "https://cabs.example/payments/r1",
      }),
      "payments/checkouts/r1/": () => attempt("paid"),
    });
    show("/payments/test/r1");
    await userEvent.click(await screen.findByRole("button", { name: "Approve" }));
    expect(await screen.findByRole("heading", { name: "Paid" })).toBeInTheDocument();
    expect(posted[0]).toMatchObject({ body: { button: "approve" } });
  });
});
