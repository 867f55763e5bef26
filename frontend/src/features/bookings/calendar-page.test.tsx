import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { rememberMe, restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import type { BookingRow, Me, ScheduledTrip, UserType } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { CalendarPage } from "./calendar-page";
import { addDays, dayIn, weekOf } from "./week";

const ADMIN: UserType = "admin";
const DRIVER: UserType = "driver";
// A zone in which the date differs from UTC's in the evening.
const ZONE = "Asia/Dubai";
const TODAY = dayIn(new Date(), ZONE);
const WEEK = weekOf(TODAY, 1);

const row = (id: number, day: string, changes: Partial<BookingRow> = {}) =>
  ({
    id,
    reference: `K7WQ4${id}`,
    status: "NEW",
    trip_date: `${day}T10:30:00+04:00`,
    car_type: { id: 1, name: "Economy" },
    customer_name: "Ada Marlowe",
    driver_name: null,
    pickup_add: "Newport",
    drop_add: `Ryde ${id}`,
    ...changes,
  }) as BookingRow;

function show(
  role: UserType,
  rows: BookingRow[] | null,
  scheduled: Partial<ScheduledTrip>[] = [],
  rest: BookingRow[] | null = null,
) {
  rememberMe({ id: 7, first_name: "Dora", user_type: role } as Me);
  const requests: URLSearchParams[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.includes("settings/public")) return Response.json({ symbol: "£", time_zone: ZONE });
    if (url.includes("me/scheduled")) return Response.json({ results: scheduled });
    const params = new URL(url, "http://x").searchParams;
    requests.push(params);
    const page = params.get("cursor") === "c2" ? rest : rows;
    const next = rest && page === rows ? "c2" : null;
    return page
      ? Response.json({ next, results: page })
      : Response.json({ code: "server_error" }, { status: 403 });
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={["/bookings/calendar"]}>
          <CalendarPage />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return requests;
}

const day = (date: string) => {
  const dateText = new Intl.DateTimeFormat("en-GB", {
    timeZone: "UTC",
    day: "numeric",
    month: "short",
  }).format(new Date(`${date}T12:00:00Z`));
  const head = screen.getByRole("heading", { level: 3, name: new RegExp(`\\b${dateText}\\b`) });
  return head.parentElement as HTMLElement;
};

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => sessionEnded("left"));
afterEach(() => vi.unstubAllGlobals());

describe("the calendar of later trips", () => {
  it("requests the week of the platform's calendar, and groups trips by day", async () => {
    const next = addDays(WEEK, 6);
    const requests = show(ADMIN, [
      row(1, WEEK),
      row(2, next, { driver_name: "Ben", status: "ACCEPTED" }),
    ]);
    await screen.findAllByRole("heading", { level: 3 });
    expect(Object.fromEntries(requests[0] ?? [])).toMatchObject({
      book_later: "true",
      from: WEEK,
      to: next,
      ordering: "trip_date",
    });
    expect(requests[0]?.get("status")).not.toContain("CANCELLED");
    const first = within(day(WEEK)).getByRole("link", { name: /10:30.*Newport.*Ryde 1/ });
    expect(first).toHaveAttribute("href", "/bookings/1");
    expect(within(day(next)).getByRole("link", { name: /Ben/ })).toBeInTheDocument();
  });

  it("highlights trips without a driver", async () => {
    show(ADMIN, [row(1, TODAY), row(2, TODAY, { driver_name: "Ben", status: "ACCEPTED" })]);
    const alone = await screen.findByRole("link", { name: /Ryde 1.*No driver yet/ });
    expect(alone).toHaveAttribute("data-waits");
    expect(screen.getByRole("link", { name: /Ryde 2/ })).not.toHaveAttribute("data-waits");
    expect(screen.getByText("1 without a driver")).toBeInTheDocument();
  });

  it("marks today by the platform's clock", async () => {
    show(ADMIN, [row(1, TODAY)]);
    await screen.findByRole("link", { name: /Ryde 1/ });
    expect(day(TODAY)).toHaveAttribute("aria-current", "date");
    expect(document.querySelectorAll("[aria-current=date]")).toHaveLength(1);
  });

  it("changes the week, and returns to the current one", async () => {
    const requests = show(ADMIN, [row(1, TODAY)]);
    await screen.findByRole("link", { name: /Ryde 1/ });
    expect(screen.getByRole("button", { name: "This week" })).toBeDisabled();
    await userEvent.click(screen.getByRole("button", { name: "Next week" }));
    await waitFor(() => expect(requests.at(-1)?.get("from")).toBe(addDays(WEEK, 7)));
    expect(document.querySelector("[aria-current=date]")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Previous week" }));
    await userEvent.click(screen.getByRole("button", { name: "Previous week" }));
    await waitFor(() => expect(requests.at(-1)?.get("from")).toBe(addDays(WEEK, -7)));
    await userEvent.click(screen.getByRole("button", { name: "This week" }));
    expect(await screen.findByRole("link", { name: /Ryde 1/ })).toBeInTheDocument();
  });

  it("shows drivers their own trips and possible ones", async () => {
    const open = {
      id: 3,
      mine: false,
      reference: "OPEN33",
      trip_date: `${TODAY}T23:50:00+04:00`,
      pickup: { lat: 0, lng: 0, add: "Cowes" },
      drop: { lat: 0, lng: 0, add: "Shanklin" },
      car_type: { id: 1, name: "Economy" },
    } as unknown as ScheduledTrip;
    show(
      DRIVER,
      [row(1, TODAY, { status: "ACCEPTED", driver_name: "Ben" })],
      [open, { ...open, id: 1, mine: true }],
    );
    expect(await screen.findByText("Waiting for a driver to accept")).toBeInTheDocument();
    const trips = within(day(TODAY)).getAllByRole("listitem");
    expect(trips.map((trip) => trip.textContent)).toEqual([
      expect.stringContaining("Ryde 1"),
      expect.stringContaining("Shanklin"),
    ]);
    // A driver cannot open a booking without an offer.
    expect(within(trips[1] as HTMLElement).queryByRole("link")).not.toBeInTheDocument();
  });

  it("shows the rest of a busy week on request", async () => {
    show(ADMIN, [row(1, TODAY)], [], [row(2, TODAY)]);
    await userEvent.click(await screen.findByRole("button", { name: "Show the rest of the week" }));
    await waitFor(() => expect(within(day(TODAY)).getAllByRole("listitem")).toHaveLength(2));
    expect(screen.queryByRole("button", { name: "Show the rest of the week" })).toBeNull();
  });

  it("shows an empty state", async () => {
    show(ADMIN, []);
    expect(await screen.findByText("No scheduled trips this week")).toBeInTheDocument();
  });

  it("offers a retry when the week cannot be loaded", async () => {
    show(ADMIN, null);
    expect(await screen.findByRole("button", { name: "Try again" })).toBeInTheDocument();
  });
});
