import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Booking, BookingStatus } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { RideSafety } from "./ride-safety";

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const URL_OF_RIDE = "https://hansom.example/trip/abc";

function show(status: BookingStatus, answer?: () => Response): string[] {
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (url.includes("settings")) return json({ time_zone: "UTC" });
    calls.push(`${init.method} ${url.replace("/api/v1/", "")}`);
    if (init.method === "DELETE") return new Response(null, { status: 204 });
    return answer?.() ?? json({ url: URL_OF_RIDE, expires_at: "2027-01-01T00:00:00Z" });
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <RideSafety booking={{ id: 81, status } as unknown as Booking} side="rider" />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return calls;
}

async function openSheet() {
  await userEvent.click(screen.getByRole("button", { name: "Share trip" }));
  return within(await screen.findByRole("dialog", { name: "Share your trip" }));
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("sharing a ride", () => {
  it("is offered only during the ride", () => {
    show("NEW");
    show("PENDING");
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
    show("ACCEPTED");
    expect(screen.getByRole("button", { name: "Share trip" })).toBeVisible();
  });

  it("creates the link on demand, and copies it", async () => {
    const calls = show("STARTED");
    expect(calls).toEqual([]);
    const user = userEvent.setup();
    const sheet = await openSheet();
    expect(await sheet.findByRole("textbox", { name: "Trip link" })).toHaveValue(URL_OF_RIDE);
    await user.click(sheet.getByRole("button", { name: "Copy link" }));
    expect(await sheet.findByRole("button", { name: "Link copied" })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(URL_OF_RIDE);
  });

  it("is revoked", async () => {
    const calls = show("STARTED");
    const sheet = await openSheet();
    await userEvent.click(await sheet.findByRole("button", { name: "Stop sharing" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(calls).toEqual(["POST bookings/81/share/", "DELETE bookings/81/share/"]);
  });

  it("shows why there is no link", async () => {
    show("STARTED", () => json({ code: "wrong_status", detail: "Too late." }, 409));
    const sheet = await openSheet();
    expect(await sheet.findByRole("alert")).toBeVisible();
  });
});

describe("the SOS button", () => {
  const withEmergencyNumber = (panic: string, app_category = "taxi") => {
    const calls: string[] = [];
    vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
      if (url.includes("settings")) return json({ panic, app_category });
      calls.push(`${url.replace("/api/v1/", "")} ${init.body}`);
      return json({ id: 1, panic }, 201);
    });
    render(
      <ThemeProvider>
        <QueryClientProvider client={createQueryClient()}>
          <RideSafety booking={{ id: 81, status: "STARTED" } as unknown as Booking} side="driver" />
        </QueryClientProvider>
      </ThemeProvider>,
    );
    return calls;
  };
  const openSos = async () => {
    await userEvent.click(screen.getByRole("button", { name: "SOS" }));
    return within(await screen.findByRole("dialog", { name: "Do you need help?" }));
  };

  it("offers the number with one tap, and alerts the operator with the next", async () => {
    const calls = withEmergencyNumber("999");
    const sheet = await openSos();
    expect(await sheet.findByRole("link", { name: "Call 999" })).toHaveAttribute("href", "tel:999");
    expect(calls).toEqual([]);
    await userEvent.click(sheet.getByRole("button", { name: "Alert support" }));
    expect(await sheet.findByRole("status")).toHaveTextContent("Support has been alerted");
    expect(calls[0]).toBe("bookings/81/sos/ {}");
    expect(sheet.getByRole("link", { name: "Call 999" })).toBeVisible();
  });

  it("alerts the operator even without a number, as for parcels", async () => {
    withEmergencyNumber("999", "delivery");
    const sheet = await openSos();
    expect(await sheet.findByRole("button", { name: "Alert support" })).toBeVisible();
    expect(sheet.queryByRole("link")).not.toBeInTheDocument();
  });
});
