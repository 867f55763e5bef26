import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { rememberMe, restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import type { Me } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { BookingsPage } from "./bookings-page";

let requests: URL[] = [];

function Address() {
  return <output aria-label="address">{useLocation().search}</output>;
}

function open(at: string): void {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[at]}>
          <BookingsPage />
          <Address />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

/** Serves a list of two pages with one booking each. */
function serveTwoPages(): void {
  const row = (id: number) => ({
    id,
    reference: `REF00${id}`,
    status: "COMPLETE",
    pickup_add: "Ryde",
    drop_add: "Newport",
    car_type: { id: 1, name: "Economy" },
    customer_name: "Ada",
    driver_name: null,
    trip_date: "2026-05-01T10:00:00Z",
    trip_cost: "1.10",
    charged_amount: "1.10",
    customer_paid: "1.0000",
    convenience_fees: "0.2500",
    cancellation_fee: "0.0000",
    actions: [],
  });
  vi.stubGlobal("fetch", async (url: string) => {
    const requested = new URL(url, "http://localhost");
    if (!requested.pathname.endsWith("/bookings/"))
      return Response.json({ symbol: "£", decimal: 2 });
    requests.push(requested);
    const first = requested.searchParams.get("cursor") === null;
    return Response.json({ next: first ? "cj0xMQ==" : null, results: [row(first ? 2 : 1)] });
  });
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => {
  requests = [];
  sessionEnded("left");
  vi.stubGlobal("fetch", async (url: string) => {
    const requested = new URL(url, "http://localhost");
    if (requested.pathname.endsWith("/bookings/")) requests.push(requested);
    return Response.json({ next: null, results: [] });
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("the list's filters", () => {
  it("come from the URL, so that a link shows the same list", async () => {
    open("/bookings?show=cancelled&q=Ryde");
    await waitFor(() => expect(requests.length).toBeGreaterThan(0));
    expect(requests[0]?.searchParams.get("status")).toBe("CANCELLED");
    expect(requests[0]?.searchParams.get("search")).toBe("Ryde");
    expect(screen.getByRole("searchbox")).toHaveValue("Ryde");
    expect(screen.getByRole("radio", { name: "Cancelled" })).toBeChecked();
  });

  it("are written to the URL when they are chosen", async () => {
    open("/bookings");
    fireEvent.click(screen.getByRole("radio", { name: "Active" }));
    await waitFor(() => expect(screen.getByLabelText("address")).toHaveTextContent("?show=active"));
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: " K7WQ4P " } });
    await waitFor(() => expect(screen.getByLabelText("address")).toHaveTextContent("q=K7WQ4P"));
  });

  it("show no empty history when nothing matches, and can be cleared", async () => {
    open("/bookings?q=nowhere");
    expect(await screen.findByText("No matching bookings")).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: "Show all" }));
    expect(await screen.findByText("No bookings yet.")).toBeInTheDocument();
    expect(screen.getByRole("searchbox")).toHaveValue("");
  });

  it("are kept while older bookings load by the server's cursor", async () => {
    serveTwoPages();
    open("/bookings?show=cancelled");
    fireEvent.click(await screen.findByRole("button", { name: "Show more" }));
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(requests[1]?.searchParams.get("cursor")).toBe("cj0xMQ==");
    expect(requests[1]?.searchParams.get("status")).toBe("CANCELLED");
  });

  it("are sent under the API's names", async () => {
    rememberMe({ id: 1, user_type: "admin" } as Me);
    open(
      "/bookings?status=NEW,PAID&from=2026-05-01&to=2026-05-31&car=2&pay=wallet&driver=31&rider=7",
    );
    await waitFor(() => expect(requests.length).toBeGreaterThan(0));
    expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toEqual({
      status: "NEW,PAID",
      from: "2026-05-01",
      to: "2026-05-31",
      car_type: "2",
      payment_mode: "wallet",
      driver: "31",
      rider: "7",
      fields: "all",
      page_size: "25",
    });
    expect(screen.getByRole("button", { name: "7 filters" })).toBeInTheDocument();
  });

  it("ignore invalid values", async () => {
    open("/bookings?status=GONE&from=yesterday&car=-1&pay=gold&sort=name");
    await waitFor(() => expect(requests.length).toBeGreaterThan(0));
    expect([...(requests[0]?.searchParams ?? [])]).toEqual([["page_size", "25"]]);
  });

  it("are chosen in the panel, and cleared together", async () => {
    open("/bookings?q=Ryde");
    fireEvent.click(screen.getByRole("button", { name: "Filters" }));
    fireEvent.change(await screen.findByLabelText("From date"), {
      target: { value: "2026-05-01" },
    });
    await waitFor(() =>
      expect(screen.getByLabelText("address")).toHaveTextContent("?q=Ryde&from=2026-05-01"),
    );
    await waitFor(() => expect(requests.at(-1)?.searchParams.get("from")).toBe("2026-05-01"));
    fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(screen.getByLabelText("address")).toHaveTextContent(/^\?q=Ryde$/));
  });

  it("are replaced by a tab when they are statuses", async () => {
    open("/bookings?status=NEW");
    fireEvent.click(screen.getByRole("radio", { name: "Cancelled" }));
    await waitFor(() =>
      expect(screen.getByLabelText("address")).toHaveTextContent(/^\?show=cancelled$/),
    );
  });

  it("show admins the sums of the rows, and whether these are all rows", async () => {
    serveTwoPages();
    rememberMe({ id: 1, user_type: "admin" } as Me);
    open("/bookings");
    const sums = await screen.findByRole("region", { name: "Totals" });
    expect(sums).toHaveTextContent("Bookings shown so far: 1. There are more.");
    fireEvent.click(screen.getByRole("button", { name: "Show more" }));
    await waitFor(() => expect(sums).toHaveTextContent("All bookings in this list: 2"));
    expect(sums).toHaveTextContent("Cost£2.20Paid by rider£2.00Convenience fee£0.50");
  });

  it("show no sums to other roles", async () => {
    serveTwoPages();
    open("/bookings");
    expect(await screen.findByRole("button", { name: "Show more" })).toBeInTheDocument();
    expect(screen.queryByRole("region", { name: "Totals" })).not.toBeInTheDocument();
  });

  it("include people for admins only", async () => {
    open("/bookings");
    fireEvent.click(screen.getByRole("button", { name: "Filters" }));
    expect(await screen.findByRole("combobox", { name: "Car type" })).toBeInTheDocument();
    expect(screen.queryByRole("combobox", { name: "Driver" })).not.toBeInTheDocument();
    cleanup();
    rememberMe({ id: 1, user_type: "admin" } as Me);
    open("/bookings");
    fireEvent.click(screen.getByRole("button", { name: "Filters" }));
    expect(await screen.findByRole("combobox", { name: "Driver" })).toBeInTheDocument();
    expect(await screen.findByRole("combobox", { name: "Rider" })).toBeInTheDocument();
  });

  it("open the panel when the URL has filters", async () => {
    open("/bookings?from=2026-05-01");
    expect(await screen.findByRole("region", { name: "Filters" })).toBeInTheDocument();
  });

  it("ignore a tab that does not exist", async () => {
    open("/bookings?show=tomorrow");
    expect(await screen.findByText("No bookings yet.")).toBeInTheDocument();
  });
});
