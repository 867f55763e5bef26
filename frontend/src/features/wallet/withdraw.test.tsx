import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { rememberMe } from "@/api/session";
import type { Me } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { WalletPage } from "./wallet-page";

const NONE = { next: null, results: [] };
const WITHDRAWAL = {
  id: 1,
  reference: "1790000000000",
  amount: "7.5000",
  state: "rejected",
  requested_at: "2026-05-04T10:00:00Z",
  process_date: null,
  reason: "The account is closed.",
  bank_name: "",
  bank_account: "",
};

/** Serves a user's wallet, and records the requests. */
function open(wallet: object, answers: Record<string, () => unknown> = {}) {
  const requests: URL[] = [];
  const posted: unknown[] = [];
  const keys: (string | null)[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, "http://localhost");
    const path = url.pathname.replace("/api/v1/", "");
    requests.push(url);
    if (init.method === "POST") keys.push(new Headers(init.headers).get("Idempotency-Key"));
    if (init.method === "POST") posted.push(JSON.parse(String(init.body)));
    const defaults: Record<string, unknown> = {
      "settings/public/": { symbol: "£", decimal: 2, swipe_symbol: false, quick_amounts: [] },
      "me/wallet/": {
        balance: "40.0000",
        withdrawable: "40.0000",
        locked_bonus: "0.0000",
        owed: "0.0000",
        owed_fees: [],
        may_withdraw: true,
        lacks_account: false,
        ...wallet,
      },
      "payment-providers/": { results: [] },
    };
    const found = answers[`${init.method ?? "GET"} ${path}`]?.() ?? defaults[path] ?? NONE;
    return found instanceof Response ? found : Response.json(found);
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <WalletPage />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { requests, posted, keys };
}

async function openSheet() {
  await userEvent.click(await screen.findByRole("button", { name: "Withdraw" }));
  return within(await screen.findByRole("dialog"));
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("withdrawing", () => {
  it("is limited to the withdrawable amount", async () => {
    const { posted } = open({});
    const sheet = await openSheet();
    await userEvent.type(sheet.getByRole("textbox", { name: "Amount" }), "40.01");
    await userEvent.click(sheet.getByRole("button", { name: "Withdraw" }));
    expect(await sheet.findByText("You can withdraw up to £40.00.")).toBeInTheDocument();
    expect(posted).toHaveLength(0);
  });

  it("offers the balance without the locked bonus, and shows why", async () => {
    const { posted } = open({ withdrawable: "30.0000", locked_bonus: "10.0000" });
    expect(await screen.findByText(/£10.00 of it is a referral bonus/)).toBeInTheDocument();
    const sheet = await openSheet();
    expect(sheet.getByText(/£10.00 of it is a referral bonus/)).toBeInTheDocument();
    await userEvent.type(sheet.getByRole("textbox", { name: "Amount" }), "30.01");
    await userEvent.click(sheet.getByRole("button", { name: "Withdraw" }));
    expect(await sheet.findByText("You can withdraw up to £30.00.")).toBeInTheDocument();
    expect(posted).toHaveLength(0);
  });

  it("warns a driver before the withdrawal stops cash trips", async () => {
    rememberMe({ user_type: "driver" } as Me);
    open({}, { "GET me/eligibility/": () => ({ cash_minimum: "1.5000" }) });
    const sheet = await openSheet();
    const amount = sheet.getByRole("textbox", { name: "Amount" });
    await userEvent.type(amount, "38.50");
    const warning = /After this withdrawal you won’t get cash trips\. They require £1\.50/;
    expect(sheet.queryByText(warning)).not.toBeInTheDocument();

    await userEvent.click(sheet.getByRole("button", { name: "Withdraw all" }));

    expect(await sheet.findByText(warning)).toBeInTheDocument();
    expect(sheet.getByRole("button", { name: "Withdraw £40.00" })).toBeEnabled();
  });

  it("fills in the whole amount with one press", async () => {
    const { posted } = open(
      {},
      { "POST me/wallet/withdrawals/": () => Response.json(WITHDRAWAL, { status: 201 }) },
    );
    const sheet = await openSheet();
    await userEvent.click(sheet.getByRole("button", { name: "Withdraw all" }));
    await userEvent.click(sheet.getByRole("button", { name: "Withdraw £40.00" }));
    await waitFor(() => expect(posted).toEqual([{ amount: "40.00" }]));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("shows the server's error", async () => {
    const refused = () => Response.json({ code: "low_balance" }, { status: 409 });
    open({}, { "POST me/wallet/withdrawals/": refused });
    const sheet = await openSheet();
    await userEvent.click(sheet.getByRole("button", { name: "Withdraw all" }));
    await userEvent.click(sheet.getByRole("button", { name: "Withdraw £40.00" }));
    expect(await sheet.findByRole("alert")).toHaveTextContent("is too low");
  });

  it("sends the same withdrawal while the outcome is unknown", async () => {
    const answers = [new Response("", { status: 502 }), new Response("", { status: 502 })];
    const { keys } = open({}, { "POST me/wallet/withdrawals/": () => answers.shift() });
    const sheet = await openSheet();
    await userEvent.type(sheet.getByRole("textbox", { name: "Amount" }), "5");
    for (const times of [1, 2]) {
      await userEvent.click(sheet.getByRole("button", { name: "Withdraw £5.00" }));
      await waitFor(() => expect(keys).toHaveLength(times));
      await sheet.findByRole("alert");
    }
    expect(keys[1]).toBe(keys[0]);
  });

  it("is hidden from riders when the settings exclude them", async () => {
    open({ may_withdraw: false });
    expect(await screen.findByText("£40.00")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Withdraw" })).not.toBeInTheDocument();
  });

  it("requires a bank account where one is needed", async () => {
    open({ lacks_account: true });
    expect(await screen.findByRole("button", { name: "Withdraw" })).toBeDisabled();
    expect(screen.getByRole("link", { name: "Go to profile" })).toHaveAttribute("href", "/profile");
  });

  it("shows its state and the reason", async () => {
    open({}, { "GET me/wallet/withdrawals/": () => ({ next: null, results: [WITHDRAWAL] }) });
    const item = await screen.findByRole("listitem");
    expect(item).toHaveTextContent("£7.50");
    expect(item).toHaveTextContent("Rejected");
    expect(item).toHaveTextContent("The account is closed.");
  });
});

describe("the history", () => {
  it("is filtered by type, days and reference", async () => {
    const { requests } = open({});
    await userEvent.click(await screen.findByRole("button", { name: "Filters" }));
    await userEvent.click(screen.getByRole("radio", { name: "Withdrawal" }));
    fireEvent.change(screen.getByLabelText("From date"), { target: { value: "2026-05-01" } });
    await userEvent.type(screen.getByRole("searchbox", { name: "Reference" }), "HX7");
    await waitFor(() => {
      const last = requests.filter((url) => url.pathname.endsWith("/history/")).at(-1);
      expect(Object.fromEntries(last?.searchParams ?? [])).toEqual({
        type: "Withdraw",
        from: "2026-05-01",
        search: "HX7",
      });
    });
    expect(await screen.findByText("No matching transactions")).toBeInTheDocument();
  });

  it("is exported with its filters", async () => {
    const job = { id: 5, state: "queued", rows_done: 0, rows_total: null, error: null, url: null };
    const { posted } = open(
      {},
      {
        "POST exports/": () => Response.json(job, { status: 201 }),
        "GET exports/5/": () => job,
      },
    );
    await userEvent.click(await screen.findByRole("button", { name: "Export" }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Export" }));
    await waitFor(() =>
      expect(posted).toEqual([{ kind: "wallet", format: "xlsx", filters: {}, columns: [] }]),
    );
  });
});
