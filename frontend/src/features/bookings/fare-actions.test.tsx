import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Booking } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ToastOutlet } from "@/ui/toast";
import { StaffActions } from "./staff-actions";

const booking = {
  id: 81,
  reference: "K7WQ4P",
  status: "PAID",
  actions: ["adjust-fare", "refund"],
  trip_cost: "63.2500",
  refundable_amount: "63.2500",
  refunded_amount: "5.0000",
  adjustment_amount: "0.0000",
  car_type: { id: 1, name: "Economy" },
  pickup: { add: "Quay Street, Newport" },
  driver: { id: 9, name: "Ben Old" },
} as unknown as Booking;

/** What the server answers to reads; `approvals` are those that wait. */
interface Reads {
  limit?: string | null;
  approvals?: unknown[];
  /** Whether the driver started the trip in the street. */
  street?: boolean;
}

function show(
  answer: () => Response,
  { limit = null, approvals = [], street = false }: Reads = {},
) {
  const sent: { path: string; body: unknown; key: string | null }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (init.method === "POST") {
      const key = new Headers(init.headers).get("Idempotency-Key");
      sent.push({ path: String(url), body: JSON.parse(String(init.body)), key });
      return answer();
    }
    if (url.includes("approvals/")) return Response.json({ results: approvals, next: null });
    if (url.endsWith("/settings/")) return Response.json({ approval_refund_limit: limit });
    return Response.json({ symbol: "£", decimal: 2, swipe_symbol: false });
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <StaffActions booking={{ ...booking, street_trip: street }} />
        </MemoryRouter>
        <ToastOutlet />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return sent;
}

async function open(
  action: string,
  answer = () => Response.json({ ...booking, actions: [] }),
  reads: Reads = {},
) {
  const sent = show(answer, reads);
  await userEvent.click(screen.getByRole("button", { name: action }));
  return { sent, dialog: within(await screen.findByRole("dialog")) };
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("the money of a finished trip", () => {
  it("is adjusted to another fare with a reason", async () => {
    const { sent, dialog } = await open("Adjust fare");
    await dialog.findByText(/Paid fare: £63\.25/);
    await userEvent.type(dialog.getByRole("textbox", { name: "New fare" }), "23,5");
    const confirm = dialog.getByRole("button", { name: "Set the fare to £23.50" });
    await userEvent.click(confirm);
    expect(dialog.getByText("Enter a reason.")).toBeInTheDocument();
    await userEvent.type(dialog.getByRole("textbox", { name: "Reason" }), "Detour");
    await userEvent.click(confirm);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.path).toContain("bookings/81/adjust-fare/");
    expect(sent[0]?.body).toEqual({
      trip_cost: "23.5",
      keep_driver_share: false,
      reason: "Detour",
    });
  });

  it("is refunded in part, charged to the driver when that is ticked", async () => {
    const { sent, dialog } = await open("Refund rider");
    await dialog.findByText(/Up to £63\.25/);
    await userEvent.type(dialog.getByRole("textbox", { name: "Refund" }), "20");
    await userEvent.click(dialog.getByRole("checkbox", { name: /driver’s wallet/ }));
    await userEvent.type(dialog.getByRole("textbox", { name: "Reason" }), "Late");
    await userEvent.click(dialog.getByRole("button", { name: "Refund £20.00" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({ amount: "20", from_driver: true, reason: "Late" });
  });

  it("is refunded once, however often the request is retried", async () => {
    const { sent, dialog } = await open("Refund rider", () => new Response("", { status: 502 }));
    await userEvent.type(dialog.getByRole("textbox", { name: "Refund" }), "20");
    await userEvent.type(dialog.getByRole("textbox", { name: "Reason" }), "Late");
    const press = async (times: number) => {
      await userEvent.click(dialog.getByRole("button", { name: "Refund £20.00" }));
      await waitFor(() => expect(sent).toHaveLength(times));
      await dialog.findByRole("alert");
    };
    await press(1);
    await press(2);
    expect(sent[1]?.key).toBe(sent[0]?.key);
    await userEvent.click(dialog.getByRole("checkbox", { name: /driver’s wallet/ }));
    await press(3);
    expect(sent[2]?.key).not.toBe(sent[0]?.key);
  });

  it("is recorded as refunded outside the app when the rider's account is deleted", async () => {
    const refusal = { code: "rider_deleted", detail: "", fields: {} };
    const { sent, dialog } = await open("Refund rider", () =>
      Response.json(refusal, { status: 409 }),
    );
    await dialog.findByText(/Up to £63\.25/);
    const outside = { name: "I refunded it outside the app" };
    expect(dialog.queryByRole("checkbox", outside)).not.toBeInTheDocument();
    await userEvent.type(dialog.getByRole("textbox", { name: "Refund" }), "20");
    await userEvent.type(dialog.getByRole("textbox", { name: "Reason" }), "Late");
    await userEvent.click(dialog.getByRole("button", { name: "Refund £20.00" }));
    await userEvent.click(await dialog.findByRole("checkbox", outside));
    await userEvent.click(dialog.getByRole("button", { name: "Refund £20.00" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.body).toEqual({
      amount: "20",
      from_driver: false,
      reason: "Late",
      paid_outside: true,
    });
  });

  it("is refunded outside the app to a street passenger, who has no wallet", async () => {
    const { sent, dialog } = await open("Refund rider", undefined, { street: true });
    expect(dialog.getByText(/have no wallet/)).toBeVisible();
    await dialog.findByText(/Up to £63\.25/);
    await userEvent.type(dialog.getByRole("textbox", { name: "Refund" }), "20");
    await userEvent.type(dialog.getByRole("textbox", { name: "Reason" }), "Late");
    await userEvent.click(dialog.getByRole("button", { name: "Refund £20.00" }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ paid_outside: true }));
  });

  it("is refunded only up to the remaining amount, and can be adjusted to zero", async () => {
    const { dialog } = await open("Refund rider");
    await dialog.findByText(/Up to £63\.25/);
    await userEvent.type(dialog.getByRole("textbox", { name: "Refund" }), "63.26");
    expect(dialog.getByText(/between £0\.01 and £63\.25/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
    await userEvent.click(screen.getByRole("button", { name: "Adjust fare" }));
    await userEvent.type(await screen.findByRole("textbox", { name: "New fare" }), "0");
    expect(screen.getByRole("button", { name: "Set the fare to £0.00" })).toBeInTheDocument();
  });

  it("says above the limit that another admin must approve, and then that it waits", async () => {
    const waits = {
      approval_id: 5,
      kind: "refund",
      amount: "20.0100",
      requested_at: "2026-11-27T10:00:00Z",
    };
    const { sent, dialog } = await open(
      "Refund rider",
      () => Response.json(waits, { status: 202 }),
      { limit: "25.0000" },
    );
    await userEvent.type(dialog.getByRole("textbox", { name: "Reason" }), "Late");
    // 5 of the limit were refunded before.
    await userEvent.type(dialog.getByRole("textbox", { name: "Refund" }), "20");
    expect(dialog.getByRole("button", { name: "Refund £20.00" })).toBeVisible();
    expect(dialog.queryByText(/Another admin must approve/)).toBeNull();
    await userEvent.type(dialog.getByRole("textbox", { name: "Refund" }), ".01");
    expect(await dialog.findByText(/above the limit of £25\.00/)).toBeVisible();
    await userEvent.click(dialog.getByRole("button", { name: "Request approval" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(await screen.findByText("Sent for approval. No money has moved yet.")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("shows a refund that waits instead of the button", async () => {
    show(() => Response.json({}), { approvals: [{ id: 5, kind: "refund", amount: "30.0000" }] });
    const link = await screen.findByRole("link", { name: "Waiting for approval: £30.00" });
    expect(link).toHaveAttribute("href", "/approvals?approval=5");
    expect(screen.queryByRole("button", { name: "Refund rider" })).toBeNull();
    expect(screen.getByRole("button", { name: "Adjust fare" })).toBeVisible();
  });
});
