import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import type { Booking } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import * as bookingApi from "@/testing/mock-booking-api";
import { cleared, EMPTY_DRAFT } from "./draft";
import { changeDraft, currentDraft, reloadDraft } from "./draft-store";
import { tripAgain } from "./repeat";
import { parseDraft } from "./stored-draft";

const { callsTo, PIER, mockBookingApi, showBooking, STATION } = bookingApi;
type Call = bookingApi.Call;

const json = (body: unknown) => new Response(JSON.stringify(body));
const capacity = { seats: [3, 8], luggage: [null, 4] } as const;

/** An estimate whose first car has seats for three, and the second for eight with four bags. */
function answerWithRoom({ body }: Call) {
  const found = bookingApi.estimate();
  const options = found.options.map((option, index) => {
    const car = {
      ...option.car_type,
      seats: capacity.seats[index] ?? null,
      luggage: capacity.luggage[index] ?? null,
    };
    const over = Number(body.passengers ?? 1) > (car.seats ?? 99);
    const heavy = Number(body.luggage ?? 0) > (car.luggage ?? 99);
    const unavailable = over ? "too_many_passengers" : heavy ? "too_much_luggage" : null;
    return { ...option, car_type: car, unavailable };
  });
  return json({ ...found, options });
}

const CARS = bookingApi
  .estimate()
  .options.map(({ car_type }) => ({ ...car_type, parcel_types: [], options: [] }));
const settings = { symbol: "£", decimal: 2, swipe_symbol: false, max_stops: 0 };

function show(app_category = "taxi", party = {}) {
  changeDraft((draft) => ({ ...draft, pickup: STATION, drop: PIER, ...party }));
  const calls = mockBookingApi({
    "settings/public/": () => json({ ...settings, app_category }),
    "car-types/": () => json({ results: CARS }),
    "estimates/": answerWithRoom,
  });
  showBooking();
  return calls;
}

const line = (text: string) =>
  screen.findByRole("button", { name: `Passengers and luggage: ${text}` });
const press = (name: string | RegExp) =>
  screen.findByRole("button", { name }).then((button) => userEvent.click(button));
const car = (name: string) => screen.findByRole("radio", { name: new RegExp(`^${name}`) });

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => {
  sessionEnded();
  sessionStorage.clear();
  reloadDraft();
});
afterEach(() => vi.unstubAllGlobals());

it("is one line that opens, and changes the price", async () => {
  const calls = show();
  const button = await line("1 passenger · No luggage");
  expect(button).toHaveAttribute("aria-expanded", "false");
  await userEvent.click(button);
  expect(button).toHaveAttribute("aria-expanded", "true");
  expect(callsTo(calls, "estimates/").at(-1)?.body).not.toHaveProperty("passengers");
  await press("More passengers");
  await press("More luggage");
  await line("2 passengers · 1 piece of luggage");
  await waitFor(() =>
    expect(callsTo(calls, "estimates/").at(-1)?.body).toMatchObject({ passengers: 2, luggage: 1 }),
  );
});

it("counts children among the passengers, and seats among the children", async () => {
  const calls = show("taxi", { passengers: 2 });
  await userEvent.click(await line("2 passengers · No luggage"));
  expect(screen.queryByRole("group", { name: "Child seats" })).not.toBeInTheDocument();
  await press("More children");
  await press("More children");
  await press("More child seats");
  await press("More child seats");
  await line("2 passengers (2 children) · 2 child seats · No luggage");
  await waitFor(() =>
    expect(callsTo(calls, "estimates/").at(-1)?.body).toMatchObject({
      ...{ passengers: 2, children: 2, child_seats: 2 },
    }),
  );
  const more = screen.getByRole("button", { name: "More children" });
  expect(more).toHaveAttribute("aria-disabled", "true");
  await press("Fewer passengers");
  await line("1 passenger (1 child) · 1 child seat · No luggage");
  await press("Fewer children");
  await line("1 passenger · No luggage");
  expect(currentDraft().child_seats).toBe(0);
});

it("keeps the focus on a button at its limit", async () => {
  show("taxi", { passengers: 2 });
  await userEvent.click(await line("2 passengers · No luggage"));
  await press("Fewer passengers");
  const less = screen.getByRole("button", { name: "Fewer passengers" });
  expect(less).toHaveAttribute("aria-disabled", "true");
  expect(less).toHaveFocus();
  await userEvent.click(less);
  expect(currentDraft().passengers).toBe(1);
});

it("disables cars without room, with the reason, and chooses one that has room", async () => {
  show("taxi", { passengers: 4, carTypeId: 1 });
  expect(await screen.findByText("Up to 3 passengers")).toBeInTheDocument();
  expect(await car("Economy")).toBeDisabled();
  expect(await car("Economy")).not.toBeChecked();
  await waitFor(async () => expect(await car("Comfort")).toBeChecked());
  expect(screen.getByRole("button", { name: /^Book Comfort/ })).toBeInTheDocument();
});

it("says so if no car has room, and points at the party", async () => {
  show("taxi", { passengers: 4, luggage: 5, carTypeId: 1 });
  expect(await screen.findByText(/^No car has enough room/)).toBeInTheDocument();
  expect(screen.getByText("Up to 4 pieces of luggage")).toBeInTheDocument();
  const button = await line("4 passengers · 5 pieces of luggage");
  await press("Book now");
  await waitFor(() => expect(button).toHaveFocus());
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

it("is not shown for a delivery", async () => {
  show("delivery");
  await car("Economy");
  expect(screen.queryByRole("button", { name: /^Passengers and luggage/ })).not.toBeInTheDocument();
});

it("is part of the draft, is repeated with a trip and ends with it", () => {
  const six = { ...EMPTY_DRAFT, pickup: STATION, drop: PIER, passengers: 6, luggage: 5 };
  expect(parseDraft(JSON.stringify(six))).toMatchObject({ passengers: 6, luggage: 5 });
  const { passengers: _, luggage: __, ...earlier } = six;
  expect(parseDraft(JSON.stringify(earlier))).toMatchObject({ passengers: 1, luggage: 0 });
  expect(cleared(six)).toMatchObject({ passengers: 1, luggage: 0 });
  const booking = {
    ...{ pickup: STATION, drop: PIER, has_drop: true, stops: [], car_type: { id: 1 } },
    ...{ passengers: 2, luggage: 3 },
  };
  const repeated = tripAgain(booking as unknown as Booking, true);
  expect(repeated).toMatchObject({ passengers: 2, luggage: 3, pickup: PIER, drop: STATION });
});
