import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { loadRest, startI18n } from "@/i18n/setup";
import { mockApi, show } from "@/testing/mock-payouts-api";
import { AddToWalletPage } from "./add-to-wallet-page";

const BEN = {
  id: 7,
  name: "Ben Example",
  user_type: "driver",
  mobile: "Hidden",
  email: "Hidden",
  profile_image: null,
  wallet_balance: "10.0000",
};
const MOVE = {
  id: 1,
  type: "Credit",
  kind: "admin_credit",
  amount: "10.0000",
  balance_after: "10.0000",
  date: "2026-05-04T10:00:00Z",
  tx_ref: "AdminCredit",
  booking_reference: null,
};

function serveBen(credit: () => unknown) {
  return mockApi({
    "wallets/": () => ({ next: null, results: [BEN] }),
    "users/7/wallet/history/": () => ({ next: null, results: [MOVE] }),
    "users/7/wallet/credit/": credit,
    "users/7/wallet/debit/": credit,
  });
}

async function choose() {
  await userEvent.click(await screen.findByRole("combobox", { name: "User" }));
  await userEvent.click(await screen.findByRole("option", { name: /Ben Example/, hidden: true }));
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("adding to a wallet", () => {
  it("requires a person and an amount above zero", async () => {
    const { posted } = serveBen(() => null);
    show(<AddToWalletPage />, "/addtowallet");
    await userEvent.click(screen.getByRole("button", { name: "Add to wallet" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Choose a person and an amount");
    await choose();
    await userEvent.type(screen.getByRole("textbox", { name: "Amount" }), "0{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("above zero");
    expect(posted).toHaveLength(0);
  });

  it("credits once, and shows the balance and the transactions", async () => {
    const given = { reference: "AdminCredit", balance: "17.5000" };
    const { posted } = serveBen(() => Response.json(given, { status: 201 }));
    show(<AddToWalletPage />, "/addtowallet");
    await choose();
    expect(await screen.findByText("Credit from support")).toBeInTheDocument();
    await userEvent.type(screen.getByRole("textbox", { name: "Amount" }), "7,5");
    await userEvent.click(screen.getByRole("button", { name: "Add £7.50" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("note");
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Note" })).toHaveFocus());
    await userEvent.type(screen.getByRole("textbox", { name: "Note" }), "Sorry for the wait");
    await userEvent.click(screen.getByRole("button", { name: "Add £7.50" }));
    const dialog = await screen.findByRole("dialog", { name: "Add £7.50" });
    expect(posted).toHaveLength(0);
    await userEvent.click(within(dialog).getByRole("button", { name: "Add £7.50" }));
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]).toMatchObject({
      path: "users/7/wallet/credit/",
      body: { amount: "7.5", note: "Sorry for the wait" },
    });
    expect(posted[0]?.key).toBeTruthy();
    expect(await screen.findByText("£17.50")).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Amount" })).toHaveValue("");
  });

  it("waits for another admin above the limit, and the balance stays", async () => {
    const waits = { approval_id: 5, requested_at: "2026-11-27T10:00:00Z" };
    mockApi({
      "settings/": () => ({ approval_wallet_limit: "7.0000" }),
      "wallets/": () => ({ next: null, results: [BEN] }),
      "users/7/wallet/history/": () => ({ next: null, results: [MOVE] }),
      "users/7/wallet/credit/": () => Response.json(waits, { status: 202 }),
    });
    show(<AddToWalletPage />, "/addtowallet");
    await choose();
    await userEvent.type(screen.getByRole("textbox", { name: "Note" }), "Sorry");
    await userEvent.type(screen.getByRole("textbox", { name: "Amount" }), "7.5{Enter}");
    const dialog = within(await screen.findByRole("dialog", { name: "Add £7.50" }));
    expect(await dialog.findByText(/above the limit of £7\.00/)).toBeVisible();
    await userEvent.click(dialog.getByRole("button", { name: "Request approval" }));
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Amount" })).toHaveValue(""));
    expect(screen.queryByText("£17.50")).toBeNull();
  });

  it("keeps the input when it is rejected", async () => {
    serveBen(() => Response.json({ code: "no_details_error" }, { status: 400 }));
    show(<AddToWalletPage />, "/addtowallet");
    await choose();
    await userEvent.type(screen.getByRole("textbox", { name: "Note" }), "Sorry");
    await userEvent.type(screen.getByRole("textbox", { name: "Amount" }), "5{Enter}");
    const dialog = await screen.findByRole("dialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Add £5.00" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("above zero");
    expect(screen.getByRole("textbox", { name: "Amount" })).toHaveValue("5");
  });

  it("sends the same request while the outcome is unknown", async () => {
    let answer: () => Response = () => new Response("", { status: 502 });
    const { posted } = serveBen(() => answer());
    show(<AddToWalletPage />, "/addtowallet");
    await choose();
    await userEvent.type(screen.getByRole("textbox", { name: "Note" }), "Sorry");
    await userEvent.type(screen.getByRole("textbox", { name: "Amount" }), "5");
    const send = async (times: number) => {
      await userEvent.click(await screen.findByRole("button", { name: "Add £5.00" }));
      const dialog = await screen.findByRole("dialog");
      await userEvent.click(within(dialog).getByRole("button", { name: "Add £5.00" }));
      await waitFor(() => expect(posted).toHaveLength(times));
      await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    };
    await send(1);
    answer = () => Response.json({ code: "idempotency_in_flight" }, { status: 409 });
    await send(2);
    answer = () => Response.json({ code: "no_details_error" }, { status: 400 });
    await send(3);
    await send(4);
    const keys = posted.map(({ key }) => key);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).toBe(keys[0]);
    // A rejected request gets a new key.
    expect(keys[3]).not.toBe(keys[0]);
  });

  it("debits a wrong credit", async () => {
    const taken = { reference: "AdminDebit", balance: "5.0000" };
    const { posted } = serveBen(() => Response.json(taken, { status: 201 }));
    show(<AddToWalletPage />, "/addtowallet");
    await choose();
    await userEvent.click(screen.getByRole("radio", { name: "Debit" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Note" }), "Credited twice");
    await userEvent.type(screen.getByRole("textbox", { name: "Amount" }), "5{Enter}");
    const dialog = await screen.findByRole("dialog", { name: "Debit £5.00" });
    expect(dialog).toHaveTextContent("Ben Example");
    await userEvent.click(within(dialog).getByRole("button", { name: "Debit £5.00" }));
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]).toMatchObject({
      path: "users/7/wallet/debit/",
      body: { amount: "5", note: "Credited twice" },
    });
  });
});
