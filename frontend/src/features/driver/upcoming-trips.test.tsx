import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { UpcomingTrips } from "./upcoming-trips";

const trip = (id: number, mine: boolean, plan: object = { planned: false, confirmed: false }) => ({
  backup: false,
  ...plan,
  id,
  reference: `K7WQ4${id}`,
  trip_date: "2026-05-04T10:30:00Z",
  mine,
  driver_share: "20.00",
  pickup: { lat: 50.7, lng: -1.29, add: `Pickup ${id}` },
  drop: { lat: 50.74, lng: -1.16, add: `Drop ${id}` },
  stops: [],
  passengers: 1,
  luggage: 0,
  children: 0,
  child_seats: 0,
  return_wait_minutes: null,
  hire_minutes: null,
  hire_included_km: null,
  distance_km: mine ? null : "2.400",
  car_type: { id: 1, name: "Economy", image: null, icon: "economy" },
});

function show(
  answer: () => Response,
  onPost: (url: string) => void = () => undefined,
  active = true,
) {
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (init.method === "POST") onPost(url);
    return url.includes("me/scheduled") ? answer() : Response.json({ symbol: "£", decimal: 2 });
  });
  return render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <UpcomingTrips active={active} />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

it("lists later trips, the driver's own separate from possible ones", async () => {
  show(() => Response.json({ results: [trip(1, true), trip(2, false)] }));
  const rows = await screen.findAllByRole("listitem");
  const own = rows.find((row) => within(row).queryByText("Pickup 1"));
  const other = rows.find((row) => within(row).queryByText("Pickup 2"));
  expect(own).toHaveAttribute("data-mine");
  expect(other).not.toHaveAttribute("data-mine");
  expect(other).toHaveTextContent("2.4");
});

it("lists only the driver's trips while the driver is offline", async () => {
  const backup = { planned: false, confirmed: false, backup: true };
  const trips = [trip(1, true), trip(2, false), trip(3, false, backup)];
  show(() => Response.json({ results: trips }), undefined, false);
  expect(await screen.findByText("Pickup 1")).toBeInTheDocument();
  expect(screen.getByText("Pickup 3")).toBeInTheDocument();
  expect(screen.queryByText("Pickup 2")).not.toBeInTheDocument();
  expect(screen.queryByText(/get the request 15 minutes before/)).not.toBeInTheDocument();
});

it("is hidden when no trips are planned", async () => {
  const served = vi.fn(() => Response.json({ results: [] }));
  const { container } = show(served);
  await waitFor(() => expect(served).toHaveReturned());
  await new Promise((done) => setTimeout(done, 50));
  expect(container.querySelector("section")).toBeNull();
});

it("shows an error with a retry when it cannot be loaded", async () => {
  show(() => Response.json({ code: "broken", detail: "broken" }, { status: 400 }));
  expect(await screen.findByRole("button", { name: /again/i })).toBeInTheDocument();
});

describe("a trip planned for the driver", () => {
  const planned = (confirmed: boolean) => trip(3, false, { planned: true, confirmed });

  it("is confirmed, and can then only be declined", async () => {
    const posted: string[] = [];
    show(
      () => Response.json({ results: [planned(posted.length > 0)] }),
      (url) => posted.push(url),
    );
    await userEvent.click(await screen.findByRole("button", { name: "Confirm" }));
    expect(await screen.findByText("Planned for you, confirmed")).toBeVisible();
    expect(posted).toEqual([expect.stringContaining("me/scheduled/3/confirm/")]);
    expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
    expect(screen.getByRole("button", { name: "Decline" })).toBeEnabled();
  });

  it("is declined and leaves the list", async () => {
    const posted: string[] = [];
    show(
      () => Response.json({ results: posted.length ? [] : [planned(false)] }),
      (url) => posted.push(url),
    );
    await userEvent.click(await screen.findByRole("button", { name: "Decline" }));
    await waitFor(() => expect(screen.queryByText("Pickup 3")).toBeNull());
    expect(posted).toEqual([expect.stringContaining("me/scheduled/3/decline/")]);
  });
});
