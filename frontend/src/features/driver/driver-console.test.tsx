import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { tasksKey } from "@/api/me";
import { createQueryClient } from "@/api/query-client";
import type { Booking, BookingStatus, Tasks } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { realtime } from "@/realtime/realtime";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { DriverConsole } from "./driver-console";

const GAP_MS = 3 * 60_000;

/** A phone with a wake lock and a GPS receiver. */
const phone = { held: 0, receive: (() => undefined) as PositionCallback };

const trip = (status: BookingStatus) =>
  ({
    id: 81,
    status,
    pickup: { lat: 50.7, lng: -1.29, add: "Newport" },
    drop: { lat: 50.74, lng: -1.16, add: "Ryde" },
    stops: [],
    passengers: 1,
    luggage: 0,
    children: 0,
    child_seats: 0,
    return_wait_minutes: null,
    hire_minutes: null,
    hire_included_km: null,
    customer: { id: 5, name: "Ada Marlowe", contact: "", image: null },
    to_collect: "24.50",
    owed_amount: "0.00",
    prepaid: false,
    chosen_payment: "cash",
    chosen_provider_label: "",
    app_category: "taxi",
    route_polyline: "",
    needs_image: null,
    otp_at: null,
    pickup_image_url: null,
    deliver_image_url: null,
    pickup_eta_seconds: null,
    drop_eta_seconds: null,
    actions: [],
  }) as unknown as Booking;

const NO_TASKS: Tasks = { offers: [], current: null, to_rate: null };

function show(tasks: Partial<Tasks> = {}, active = true) {
  const answers: Record<string, unknown> = {
    "me/": { id: 31, driver: { active } },
    "me/tasks/": { ...NO_TASKS, ...tasks },
    "me/eligibility/": {
      reasons: ["low_balance"],
      may_be_offered: true,
      top_up: "10.00",
      cash_minimum: "10.00",
      expired_documents: [],
      missing_documents: [],
      warnings: [],
    },
    "me/earnings/": { today: "12.00", month: "40.00", total: "90.00", tips_total: "0.00" },
    "settings/public/": { symbol: "£", decimal: 2, swipe_symbol: false, app_category: "taxi" },
  };
  vi.stubGlobal("fetch", async (url: string) => {
    const path = url.replace("/api/v1/", "").replace(/\?.*/, "");
    return path === "map/"
      ? Response.json({ code: "map_unavailable", detail: "" }, { status: 503 })
      : Response.json(answers[path] ?? { results: [], next: null });
  });
  const client = createQueryClient();
  render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <DriverConsole />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return (next: Partial<Tasks>) => {
    answers["me/tasks/"] = { ...NO_TASKS, ...next };
    return client.invalidateQueries({ queryKey: tasksKey });
  };
}

/** Reports a fix at the current time. */
function isSeen(lat: number): void {
  const coords = { latitude: lat, longitude: -1.3, accuracy: 5, heading: null, speed: null };
  act(() => phone.receive({ coords, timestamp: Date.now() } as GeolocationPosition));
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => {
  phone.held = 0;
  const own = { configurable: true };
  Object.defineProperty(navigator, "wakeLock", {
    ...own,
    value: {
      request: async () => {
        phone.held += 1;
        return {
          release: async () => {
            phone.held -= 1;
          },
        };
      },
    },
  });
  Object.defineProperty(navigator, "geolocation", {
    ...own,
    value: {
      watchPosition: (receive: PositionCallback) => {
        phone.receive = receive;
        return 1;
      },
      clearWatch: () => undefined,
      getCurrentPosition: () => undefined,
    },
  });
  vi.spyOn(realtime, "connection", "get").mockReturnValue("live");
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "wakeLock");
  Reflect.deleteProperty(navigator, "geolocation");
});

const earnings = () => screen.queryByRole("region", { name: "Your earnings" });

it("holds a wake lock while the driver is online", async () => {
  show();
  await waitFor(() => expect(phone.held).toBe(1));
});

it("holds no wake lock while the driver is offline", async () => {
  show({}, false);
  expect(await screen.findByText(/^Offline$/)).toBeInTheDocument();
  expect(phone.held).toBe(0);
});

it("shows the gap in the driver's positions on return", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  show();
  await screen.findByText(/^Online$/);
  isSeen(50.7);
  expect(screen.queryByRole("status", { name: "You were offline" })).not.toBeInTheDocument();
  vi.setSystemTime(Date.now() + GAP_MS);
  isSeen(50.71);
  expect(await screen.findByRole("status", { name: "You were offline" })).toBeInTheDocument();
});

it("shows why no cash trips are offered, and whom to rate", async () => {
  show({ to_rate: { booking_id: 80, reference: "K7WQ4P", customer_name: "Bea" } });
  expect(await screen.findByText("Top up £10.00 to receive cash trips.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "5 stars" })).toBeInTheDocument();
});

it("shows the earnings between trips only", async () => {
  const update = show();
  await waitFor(() => expect(earnings()).toBeInTheDocument());
  await act(() => update({ current: trip("ACCEPTED") }));
  expect(await screen.findByRole("heading", { name: "Ada Marlowe" })).toBeInTheDocument();
  expect(earnings()).not.toBeInTheDocument();
});

it("scrolls the panel to the top at each new stage of a trip", async () => {
  const update = show({ current: trip("ACCEPTED") });
  const heading = await screen.findByRole("heading", { name: "Ada Marlowe" });
  const panel = heading.closest("[aria-live]") as HTMLElement;
  panel.scrollTop = 240;
  await act(() => update({ current: trip("ARRIVED") }));
  await screen.findByRole("button", { name: /Slide to start/ });
  expect(panel.scrollTop).toBe(0);
});
