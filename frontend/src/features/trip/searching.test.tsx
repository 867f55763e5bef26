import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { loadRest, startI18n } from "@/i18n/setup";
import { mockTripApi, posted, refusal, ride, showTrip } from "@/testing/mock-trip-api";

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

const SEARCH = "bookings/81/search/";
const noDriverFound = (search_widened: number) =>
  ride("NEW", { search_over: true, search_widened, requested_drivers: {}, actions: ["cancel"] });

const wider = () => screen.findByRole("button", { name: "Expand search" });

it("offers to wait, to widen the search and to cancel when no driver was found", async () => {
  mockTripApi(noDriverFound(0));
  showTrip();
  expect(await wider()).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Keep waiting" })).toBeInTheDocument();
  expect(screen.getAllByRole("button", { name: /cancel/i }).length).toBeGreaterThan(0);
});

it("widens the search and shows that it runs again", async () => {
  const again = ride("NEW", { search_over: false, search_widened: 1 });
  const calls = mockTripApi(noDriverFound(0), { [SEARCH]: () => Response.json(again) });
  showTrip();
  await userEvent.click(await wider());
  await waitFor(() => expect(screen.queryByRole("button", { name: "Keep waiting" })).toBeNull());
  expect(posted(calls)).toMatchObject([{ path: SEARCH, body: { action: "widen" } }]);
});

it("shows why the search cannot be repeated and keeps the choices", async () => {
  mockTripApi(noDriverFound(0), { [SEARCH]: () => refusal("still_searching", 409) });
  showTrip();
  await userEvent.click(await wider());
  expect(await screen.findByText(/We’re still searching/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Keep waiting" })).toBeEnabled();
});

it("widens twice at most", async () => {
  mockTripApi(noDriverFound(2));
  showTrip();
  expect(await screen.findByRole("button", { name: "Keep waiting" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Expand search" })).toBeNull();
});

it("moves the trip to the next half hour with one tap", async () => {
  const found = { ...noDriverFound(0), actions: ["cancel", "book-later"] } as ReturnType<
    typeof noDriverFound
  >;
  const calls = mockTripApi(found, { "bookings/81/book-later/": () => Response.json(found) });
  showTrip();
  const before = Date.now();
  await userEvent.click(await screen.findByRole("button", { name: /^Book later · / }));
  await waitFor(() => expect(posted(calls)).toHaveLength(1));
  const [{ path, body }] = posted(calls) as unknown as [
    { path: string; body: { trip_date: string } },
  ];
  expect(path).toBe("bookings/81/book-later/");
  const at = Date.parse(body.trip_date);
  expect(at % (30 * 60_000)).toBe(0);
  expect(at - before).toBeGreaterThanOrEqual(30 * 60_000);
  expect(at - before).toBeLessThan(61 * 60_000);
});
