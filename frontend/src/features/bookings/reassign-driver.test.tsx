import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { AssignableDriver, Booking } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ToastOutlet } from "@/ui/toast";
import { StaffActions } from "./staff-actions";

const booking = {
  id: 81,
  reference: "K7WQ4P",
  status: "ACCEPTED",
  actions: ["unassign", "reassign", "cancel"],
  car_type: { id: 1, name: "Economy" },
  pickup: { add: "Quay Street, Newport" },
  driver: { id: 9, name: "Ben Old" },
} as unknown as Booking;

const driver = {
  id: 1,
  name: "Olga New",
  vehicle_number: "HX1 CAB",
  state: "free",
  offered: false,
  declined: false,
  assignable: true,
  distance_km: 1.2,
  eta_seconds: 240,
} as AssignableDriver;

function serve(): { path: string; body: unknown }[] {
  const sent: { path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (url.includes("/drivers/")) return Response.json({ results: [driver] });
    if (init.method === "POST") {
      sent.push({ path: String(url), body: JSON.parse(String(init.body)) });
      return Response.json({ ...booking, status: "NEW", driver: null, actions: [] });
    }
    return Response.json({ symbol: "£", decimal: 2, swipe_symbol: false });
  });
  return sent;
}

function show(): void {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <StaffActions booking={booking} />
        </MemoryRouter>
        <ToastOutlet />
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("another driver for a booking", () => {
  it("is chosen, confirmed with a reason, and only then offered the booking", async () => {
    const sent = serve();
    show();
    await userEvent.click(screen.getByRole("button", { name: "Reassign driver" }));
    await userEvent.click(await screen.findByRole("button", { name: "Reassign to Olga New" }));
    await screen.findByText(/Ben Old is removed and notified/);
    const confirm = screen.getByRole("button", { name: "Reassign to Olga New" });
    await userEvent.click(confirm);
    expect(sent).toEqual([]);
    expect(screen.getByText("Enter a reason.")).toBeInTheDocument();
    await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "Flat tyre");
    await userEvent.click(confirm);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.path).toContain("bookings/81/reassign/");
    expect(sent[0]?.body).toEqual({ driver_id: 1, reason: "Flat tyre" });
  });

  it("starts each time without the previous reason", async () => {
    serve();
    show();
    await userEvent.click(screen.getByRole("button", { name: "Remove driver" }));
    await userEvent.type(await screen.findByRole("textbox", { name: "Reason" }), "Flat tyre");
    await userEvent.click(
      within(screen.getByRole("dialog")).getByRole("button", { name: "Cancel" }),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await userEvent.click(screen.getByRole("button", { name: /^Cancel/ }));
    expect(await screen.findByRole("textbox", { name: "Reason" })).toHaveValue("");
  });

  it("is searched for by dispatch when the driver is only removed", async () => {
    const sent = serve();
    show();
    await userEvent.click(screen.getByRole("button", { name: "Remove driver" }));
    await screen.findByText(/Ben Old is removed and notified/);
    await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "Flat tyre");
    const dialog = within(screen.getByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Remove driver" }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ reason: "Flat tyre" }));
    expect(sent[0]?.path).toContain("bookings/81/unassign/");
  });
});
