import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Transaction, TransactionDetail } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { TransactionsPage } from "./transactions-page";

const row: Transaction = {
  id: 5,
  ref: "2k7wq4p9abc",
  reference: "wallet-7-1790000000000",
  user_id: 7,
  user_name: "Ada Example",
  booking_id: null,
  provider: "stripe",
  provider_label: "Stripe",
  provider_mark: { color: "#533afd", letters: "S" },
  live: false,
  purpose: "top_up",
  state: "paid",
  amount: "25.5000",
  currency: "GBP",
  wallet_amount: "0.0000",
  refunded_amount: "0.0000",
  credited_to: "wallet",
  created_at: "2026-05-04T10:00:00Z",
  paid_at: "2026-05-04T10:01:00Z",
  payment_id: "pi_1",
  problem: "",
};
const detail: TransactionDetail = {
  ...row,
  refunds: [],
  notifications: [
    {
      id: 1,
      received_at: "2026-05-04T10:01:00Z",
      method: "POST",
      verdict: "forged",
      reason: "wrong signature",
    },
  ],
  refundable_amount: "25.5000",
};

let sent: { path: string; body: unknown }[];
let answers: Record<string, () => Response>;

function show(at = "/transactions") {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[at]}>
          <TransactionsPage />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => {
  sent = [];
  answers = {
    "payments/attempts/": () => Response.json({ next: null, results: [row] }),
    [`payments/attempts/${row.ref}/`]: () => Response.json(detail),
    "payment-accounts/": () =>
      Response.json({ results: [{ provider: "stripe", label: "Stripe" }] }),
    "settings/public/": () => Response.json({ symbol: "£", decimal: 2 }),
  };
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const path = new URL(address, "http://localhost").pathname.replace("/api/v1/", "");
    if (init.method === "POST") sent.push({ path, body: JSON.parse(String(init.body ?? "{}")) });
    return answers[path]?.() ?? Response.json({ results: [], next: null });
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("payments", () => {
  it("are listed with their user, state and amount", async () => {
    show();
    const grid = within(await screen.findByRole("grid", { name: "Payments" }));
    expect(grid.getByText("Ada Example")).toBeInTheDocument();
    expect(grid.getByText("Paid", { selector: "[class*=badge] *" })).toBeInTheDocument();
    expect(await grid.findByText("£25.50")).toBeInTheDocument();
  });

  it("show when there are none", async () => {
    answers["payments/attempts/"] = () => Response.json({ next: null, results: [] });
    show();
    expect(await screen.findByText("No data available.")).toBeInTheDocument();
  });

  it("open with the provider's events, also by their URL", async () => {
    show(`/transactions?ref=${row.ref}`);
    const panel = within(await screen.findByRole("dialog", { name: "Payment" }));
    expect(await panel.findByText("Rejected: invalid signature")).toBeInTheDocument();
    expect(panel.getByText("pi_1")).toBeInTheDocument();
  });
});

describe("a refund", () => {
  const open = async () => {
    show(`/transactions?ref=${row.ref}`);
    const panel = within(await screen.findByRole("dialog", { name: "Payment" }));
    await userEvent.click(await panel.findByRole("button", { name: "Refund" }));
    return within(await screen.findByRole("dialog", { name: "Refund" }));
  };

  it("is requested with the amount and the reason", async () => {
    answers[`payments/checkouts/${row.ref}/refund/`] = () => Response.json({}, { status: 201 });
    const sheet = await open();
    const amount = sheet.getByRole("textbox", { name: "Amount" });
    await userEvent.clear(amount);
    await userEvent.type(amount, "5.50");
    await userEvent.type(sheet.getByRole("textbox", { name: "Reason" }), "Sorry");
    await userEvent.click(sheet.getByRole("button", { name: "Refund" }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          path: `payments/checkouts/${row.ref}/refund/`,
          body: { amount: "5.50", reason: "Sorry" },
        },
      ]),
    );
  });

  it("shows why it was rejected, and stays open", async () => {
    answers[`payments/checkouts/${row.ref}/refund/`] = () =>
      Response.json({ code: "low_balance", detail: "The wallet holds less." }, { status: 409 });
    const sheet = await open();
    await userEvent.click(sheet.getByRole("button", { name: "Refund" }));
    expect(await sheet.findByRole("alert")).toHaveTextContent(/\w/);
  });

  it("is not offered when nothing is left to refund", async () => {
    answers[`payments/attempts/${row.ref}/`] = () =>
      Response.json({ ...detail, refundable_amount: "0.0000", state: "refunded" });
    show(`/transactions?ref=${row.ref}`);
    const panel = within(await screen.findByRole("dialog", { name: "Payment" }));
    await panel.findByText("pi_1");
    expect(panel.queryByRole("button", { name: "Refund" })).not.toBeInTheDocument();
  });
});
