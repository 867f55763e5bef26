import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Approval } from "@/api/approvals";
import { createQueryClient } from "@/api/query-client";
import { rememberMe } from "@/api/session";
import type { Me } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ToastOutlet } from "@/ui/toast";
import { ApprovalsPage } from "./approvals-page";

const DORA = { id: 1, name: "Dora Ferry", user_type: "admin" } as const;
const EVE = { id: 2, name: "Eve Quay", user_type: "admin" } as const;
const APPROVAL: Approval = {
  id: 12,
  kind: "refund",
  state: "waiting",
  subject: "GVNE6A",
  amount: "30.0000",
  reason: "The driver was late.",
  person: { id: 7, name: "Ada Marlowe", user_type: "rider" },
  booking_id: 81,
  withdrawal_id: null,
  batch_id: null,
  requested_by: DORA,
  requested_at: "2026-11-27T10:00:00Z",
  decided_by: null,
  decided_at: null,
  decision_code: "",
  decision_reason: "",
  from_driver: true,
  paid_outside: false,
  process_date: null,
  effect: { before: "5.0000", after: "35.0000" },
};

function show(one: Partial<Approval> = {}, as: { id: number } = EVE, answer?: () => Response) {
  const posted: [string, unknown, string | null][] = [];
  const approval = { ...APPROVAL, ...one };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (init.method && init.method !== "GET") {
      const key = new Headers(init.headers).get("Idempotency-Key");
      posted.push([url.replace("/api/v1/", ""), JSON.parse(String(init.body ?? "null")), key]);
      return answer ? answer() : Response.json({ ...approval, state: "approved" });
    }
    if (url.includes("approvals/12/")) return Response.json(approval);
    if (url.includes("approvals/?")) return Response.json({ results: [approval], next: null });
    if (url.includes("me/views")) return Response.json({ results: [] });
    return Response.json({ symbol: "£", decimal: 2 });
  });
  rememberMe({ id: as.id, user_type: "admin" } as Me);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ThemeProvider>
        <MemoryRouter initialEntries={["/approvals?approval=12"]}>
          <ApprovalsPage />
        </MemoryRouter>
        <ToastOutlet />
      </ThemeProvider>
    </QueryClientProvider>,
  );
  return posted;
}

const panel = async () => within(await screen.findByRole("dialog", { name: "Approval 12" }));

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("the approvals", () => {
  it("show who requested what and why, before and after", async () => {
    show();
    const one = await panel();
    expect(await one.findByText("The driver was late.")).toBeVisible();
    expect(one.getByText("Dora Ferry")).toBeVisible();
    expect(one.getByText("£5.00 → £35.00")).toBeVisible();
    expect(one.getByText("The driver bears the refund.")).toBeVisible();
    expect(one.getByRole("link", { name: "GVNE6A" })).toHaveAttribute("href", "/bookings/81");
  });

  it("are approved after a confirmation with the amount", async () => {
    const posted = show();
    await userEvent.click(await (await panel()).findByRole("button", { name: "Approve" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Approve £30.00" }));
    expect(sheet.getByText(/Dora Ferry requested this/)).toBeVisible();
    expect(posted).toHaveLength(0);
    await userEvent.click(sheet.getByRole("button", { name: "Approve £30.00" }));
    await waitFor(() => expect(posted[0]?.[0]).toBe("approvals/12/approve/"));
    expect(posted[0]?.[2]).toBeTruthy();
    expect(await screen.findByText("Approved and carried out")).toBeVisible();
  });

  it("say when the action is no longer possible", async () => {
    show({}, EVE, () => Response.json({ ...APPROVAL, state: "void" }));
    await userEvent.click(await (await panel()).findByRole("button", { name: "Approve" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Approve £30.00" }));
    await userEvent.click(sheet.getByRole("button", { name: "Approve £30.00" }));
    expect(await screen.findByText(/No money has moved/)).toBeVisible();
  });

  it("are refused with a reason", async () => {
    const posted = show();
    await userEvent.click(await (await panel()).findByRole("button", { name: "Reject" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Reject" }));
    await userEvent.type(sheet.getByRole("textbox", { name: "Reason" }), "Too much");
    await userEvent.click(sheet.getByRole("button", { name: "Reject" }));
    await waitFor(() =>
      expect(posted[0]?.slice(0, 2)).toEqual(["approvals/12/refuse/", { reason: "Too much" }]),
    );
  });

  it("can only be cancelled by their requester", async () => {
    const posted = show({}, DORA);
    const one = await panel();
    expect(await one.findByText("Another admin must decide this.")).toBeVisible();
    expect(one.queryByRole("button", { name: "Approve" })).toBeNull();
    await userEvent.click(one.getByRole("button", { name: "Cancel request" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Cancel request" }));
    await userEvent.click(sheet.getByRole("button", { name: "Cancel request" }));
    await waitFor(() => expect(posted[0]?.[0]).toBe("approvals/12/cancel/"));
  });

  it("show the refusal of a decision in the dialog", async () => {
    show({}, EVE, () =>
      Response.json({ code: "approval_decided", detail: "Decided." }, { status: 409 }),
    );
    await userEvent.click(await (await panel()).findByRole("button", { name: "Approve" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Approve £30.00" }));
    await userEvent.click(sheet.getByRole("button", { name: "Approve £30.00" }));
    expect(await sheet.findByRole("alert")).toHaveTextContent("This has been decided already.");
  });

  it("show why a void one is no longer possible, and no buttons", async () => {
    show({
      state: "void",
      decided_by: EVE,
      decided_at: "2026-11-27T11:00:00Z",
      decision_code: "rider_deleted",
      decision_reason: "In another language",
      effect: null,
    });
    const one = await panel();
    expect(await one.findByText("No longer possible")).toBeVisible();
    expect(one.queryByText("In another language")).toBeNull();
    expect(one.queryByRole("button", { name: "Approve" })).toBeNull();
  });
});
