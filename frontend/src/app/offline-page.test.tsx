import { act, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type LastTrip, lastTrips, saveLastTrip } from "@/api/last-trips";
import { currentViewer, restoreSession, retryRestore } from "@/api/session";
import { sessionEnded } from "@/api/token";
import { loadRest, startI18n } from "@/i18n/setup";
import { DataProvider } from "./data-provider";
import { AppRoutes } from "./router";

const ADA = { id: 7, user_type: "rider", first_name: "Ada" };
const TRIP: LastTrip = {
  user: 7,
  role: "rider",
  id: 81,
  reference: "K7WQ4P",
  status: "ACCEPTED",
  category: "taxi",
  knownAt: Date.now(),
  scheduledFor: null,
  pickup: "Bus Station, Newport",
  drop: "Pier Head, Ryde",
  name: "Ben Whitlock",
  phone: "+44 7700 900456",
  plate: "HW12 CAB",
  car: "Skoda Octavia",
  code: "48213",
};

/** Opens a page with a stored session while the server is unreachable. */
async function openOffline(page: string): Promise<void> {
  await act(async () => retryRestore());
  render(
    <DataProvider>
      <MemoryRouter initialEntries={[page]}>
        <AppRoutes />
      </MemoryRouter>
    </DataProvider>,
  );
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
});
afterEach(() => {
  act(() => sessionEnded("left"));
  vi.unstubAllGlobals();
});

describe("a page that opens without a server", () => {
  for (const page of ["/", "/bookings", "/bookings/81", "/wallet"]) {
    it(`shows the last known trip at ${page}, with plate, phone, code and time`, async () => {
      saveLastTrip(TRIP);
      await openOffline(page);
      expect(currentViewer().state).toBe("offline");
      const title = { level: 1, name: "Last known trip status" };
      expect(await screen.findByRole("heading", title)).toBeInTheDocument();
      expect(screen.getByText(/^Last known: Today, /)).toBeInTheDocument();
      expect(screen.getByText("HW12 CAB")).toBeInTheDocument();
      expect(screen.getByRole("link", { name: "Call Ben Whitlock" })).toHaveAttribute(
        "href",
        "tel:+447700900456",
      );
      expect(screen.getByText("48213")).toBeInTheDocument();
    });
  }

  it("reports the missing connection if no trip is active", async () => {
    await openOffline("/bookings");
    expect(await screen.findByText("No connection")).toBeInTheDocument();
  });

  it("shows no trip after a logout", async () => {
    saveLastTrip(TRIP);
    sessionEnded("left");
    await openOffline("/bookings");
    expect(screen.queryByText("HW12 CAB")).not.toBeInTheDocument();
    expect(lastTrips()).toEqual([]);
  });

  it("retries automatically, shows the trip meanwhile, and continues after a response", async () => {
    saveLastTrip(TRIP);
    const timers = vi.spyOn(globalThis, "setInterval");
    await openOffline("/");
    await screen.findByText("HW12 CAB");
    const [retry] = timers.mock.calls.find(([, every]) => every === 10_000) ?? [];
    await act(async () => retry?.());
    expect(screen.getByText("HW12 CAB")).toBeInTheDocument();
    vi.stubGlobal("fetch", async (url: string) =>
      url.endsWith("auth/refresh/")
        ? Response.json({ access: "t", expires_in: 600, user: ADA })
        : Response.json({ results: [] }),
    );
    await act(async () => retry?.());
    await waitFor(() => expect(currentViewer().state).toBe("signed-in"));
    expect(screen.queryByText(/^Last known/)).not.toBeInTheDocument();
  });
});
