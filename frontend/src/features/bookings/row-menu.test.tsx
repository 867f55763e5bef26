import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { BookingAction, BookingRow, BookingStatus, UserType } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { mockBookingsApi, openHistory, refusal, row } from "@/testing/mock-bookings-api";
import { actionsFor } from "./row-menu";

const posted = (calls: ReturnType<typeof mockBookingsApi>) =>
  calls.filter(({ method }) => method === "POST").map(({ path, body }) => ({ path, body }));

async function openMenu(role: UserType, changes: Partial<BookingRow>) {
  const calls = mockBookingsApi([row(changes)], {
    "POST bookings/81/cancel/": () => Response.json(row({ status: "CANCELLED" })),
    "POST bookings/81/pay/": () => Response.json(row({ status: "PAID" })),
    "GET bookings/81/": () =>
      Response.json({ ...row(changes), payable_amount: "61.5300", amount_due: "61.5300" }),
    "GET me/wallet/": () => Response.json({ balance: "100.0000" }),
  });
  openHistory(role);
  await userEvent.click(await screen.findByRole("button", { name: "Actions for K7WQ4P" }));
  return { calls, menu: within(await screen.findByRole("menu", { hidden: true })) };
}

const names = (menu: Awaited<ReturnType<typeof openMenu>>["menu"]) =>
  menu.getAllByRole("menuitem", { hidden: true }).map((item) => item.textContent);

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("the row menu", () => {
  const all: BookingAction[] = ["cancel", "assign", "pay", "accept", "force-end"];

  for (const [role, actions] of [
    ["rider", ["pay", "cancel"]],
    ["admin", ["assign", "cancel"]],
    ["driver", []],
    ["fleetadmin", []],
  ] as const) {
    it(`has ${actions.join(" and ") || "no action"} for a ${role}, if the server offers it`, () => {
      expect(actionsFor(row({ actions: all } as Partial<BookingRow>), role)).toEqual(actions);
      expect(actionsFor(row({ actions: [] }), role)).toEqual([]);
    });
  }

  it("has the receipt of a paid booking, and always the booking itself", async () => {
    const { menu } = await openMenu("rider", { status: "PAID" as BookingStatus });
    expect(names(menu)).toEqual(["Open", "Receipt"]);
    expect(menu.getByRole("menuitem", { name: "Receipt", hidden: true })).toHaveAttribute(
      "href",
      "/bookings/81/receipt",
    );
  });

  it("filters the list by this rider or driver for admins", async () => {
    const { menu, calls } = await openMenu("fleetadmin", { driver_id: 31, driver_name: "Ben" });
    await userEvent.click(menu.getByRole("menuitem", { name: "Only this driver", hidden: true }));
    await waitFor(() =>
      expect(screen.getByLabelText("address")).toHaveTextContent("/bookings?driver=31"),
    );
    await waitFor(() => expect(calls.some(({ query }) => query.get("driver") === "31")).toBe(true));
  });
});

describe("cancelling from the list", () => {
  it("requires a reason, then cancels, and refetches the list", async () => {
    const { menu, calls } = await openMenu("rider", { actions: ["cancel"] });
    await userEvent.click(menu.getByRole("menuitem", { name: "Cancel booking", hidden: true }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByText(/is free/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Cancel booking" }));
    expect(posted(calls)).toEqual([]);
    const listed = calls.filter(({ path }) => path === "bookings/").length;
    await userEvent.click(await dialog.findByRole("radio", { name: "Too slow" }));
    await userEvent.click(dialog.getByRole("button", { name: "Cancel booking" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(posted(calls)).toEqual([
      { path: "bookings/81/cancel/", body: { reason_value: 0, fee: "0.0000" } },
    ]);
    await waitFor(() =>
      expect(calls.filter(({ path }) => path === "bookings/").length).toBeGreaterThan(listed),
    );
  });

  it("requires none for an unpaid booking, because the server sets it", async () => {
    const { menu, calls } = await openMenu("rider", {
      status: "PAYMENT_PENDING",
      actions: ["cancel", "pay"],
    });
    await userEvent.click(menu.getByRole("menuitem", { name: "Cancel booking", hidden: true }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.queryByRole("radio")).not.toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Cancel booking" }));
    await waitFor(() => expect(posted(calls)).toEqual([{ path: "bookings/81/cancel/", body: {} }]));
  });

  it("shows in the dialog why it was rejected, and stays open", async () => {
    mockBookingsApi([row({ actions: ["cancel"], status: "PAYMENT_PENDING" })], {
      "POST bookings/81/cancel/": () => refusal("wrong_status", 409),
    });
    openHistory("rider");
    await userEvent.click(await screen.findByRole("button", { name: "Actions for K7WQ4P" }));
    await userEvent.click(
      await screen.findByRole("menuitem", { name: "Cancel booking", hidden: true }),
    );
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Cancel booking" }));
    expect(await dialog.findByRole("alert")).toBeInTheDocument();
  });
});

describe("paying from the list", () => {
  it("pays the amount due from the wallet", async () => {
    const { menu, calls } = await openMenu("rider", { status: "PENDING", actions: ["pay"] });
    await userEvent.click(menu.getByRole("menuitem", { name: "Pay now", hidden: true }));
    await userEvent.click(
      await screen.findByRole("button", { name: /Pay .*61\.53.* from the wallet/ }),
    );
    await waitFor(() =>
      expect(posted(calls)).toEqual([
        { path: "bookings/81/pay/", body: { method: "wallet", amount: "61.5300" } },
      ]),
    );
  });

  it("shows that the wallet balance is too low, and pays nothing", async () => {
    const calls = mockBookingsApi([row({ status: "PENDING", actions: ["pay"] })], {
      "GET bookings/81/": () =>
        Response.json({ ...row(), payable_amount: "61.5300", amount_due: "61.5300" }),
      "GET me/wallet/": () => Response.json({ balance: "10.0000" }),
    });
    openHistory("rider");
    await userEvent.click(await screen.findByRole("button", { name: "Actions for K7WQ4P" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Pay now", hidden: true }));
    await userEvent.click(await screen.findByRole("button", { name: /Pay .*61\.53/ }));
    expect(await screen.findByText("Wallet balance: £10.00")).toBeInTheDocument();
    expect(posted(calls)).toEqual([]);
  });
});
