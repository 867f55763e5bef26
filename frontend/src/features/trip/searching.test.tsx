import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { loadRest, startI18n } from "@/i18n/setup";
import { deeds, refusal, ride, serveRide, showTrip } from "./fake-trip";

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

const SEARCH = "bookings/81/search/";
const nobody = (search_widened: number) =>
  ride("NEW", { search_over: true, search_widened, requested_drivers: {}, actions: ["cancel"] });

const wider = () => screen.findByRole("button", { name: "Look farther away" });

it("offers to wait, to look farther away and to cancel once nobody was found", async () => {
  serveRide(nobody(0));
  showTrip();
  expect(await wider()).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Keep waiting" })).toBeInTheDocument();
  expect(screen.getAllByRole("button", { name: /cancel/i }).length).toBeGreaterThan(0);
});

it("widens the search and goes back to looking", async () => {
  const again = ride("NEW", { search_over: false, search_widened: 1 });
  const calls = serveRide(nobody(0), { [SEARCH]: () => Response.json(again) });
  showTrip();
  await userEvent.click(await wider());
  await waitFor(() => expect(screen.queryByRole("button", { name: "Keep waiting" })).toBeNull());
  expect(deeds(calls)).toMatchObject([{ path: SEARCH, body: { action: "widen" } }]);
});

it("says why the search cannot be renewed and keeps the choices", async () => {
  serveRide(nobody(0), { [SEARCH]: () => refusal("still_searching", 409) });
  showTrip();
  await userEvent.click(await wider());
  expect(await screen.findByText(/still_searching|goes on|already/i)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Keep waiting" })).toBeEnabled();
});

it("widens twice at most", async () => {
  serveRide(nobody(2));
  showTrip();
  expect(await screen.findByRole("button", { name: "Keep waiting" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Look farther away" })).toBeNull();
});

it("puts the trip off to the next half hour with one tap", async () => {
  const found = { ...nobody(0), actions: ["cancel", "book-later"] } as ReturnType<typeof nobody>;
  const calls = serveRide(found, { "bookings/81/book-later/": () => Response.json(found) });
  showTrip();
  const before = Date.now();
  await userEvent.click(await screen.findByRole("button", { name: /^Book later, / }));
  await waitFor(() => expect(deeds(calls)).toHaveLength(1));
  const [{ path, body }] = deeds(calls) as unknown as [
    { path: string; body: { trip_date: string } },
  ];
  expect(path).toBe("bookings/81/book-later/");
  const at = Date.parse(body.trip_date);
  expect(at % (30 * 60_000)).toBe(0);
  expect(at - before).toBeGreaterThanOrEqual(30 * 60_000);
  expect(at - before).toBeLessThan(61 * 60_000);
});
