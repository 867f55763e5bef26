import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import type { Booking } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import * as bookingApi from "@/testing/mock-booking-api";
import { waitAhead } from "@/ui/places/round-trip";
import { cleared, EMPTY_DRAFT } from "./draft";
import { changeDraft, currentDraft, reloadDraft } from "./draft-store";
import { tripAgain } from "./repeat";
import { parseDraft } from "./stored-draft";

const { callsTo, PIER, mockBookingApi, showBooking, STATION } = bookingApi;
const json = (body: unknown) => new Response(JSON.stringify(body));

function show(most: number, draft = {}) {
  changeDraft((before) => ({ ...before, pickup: STATION, drop: PIER, ...draft }));
  const settings = { symbol: "£", decimal: 2, swipe_symbol: false, app_category: "taxi" };
  const calls = mockBookingApi({
    "settings/public/": () => json({ ...settings, max_stops: 1, max_return_wait_minutes: most }),
  });
  showBooking();
  return calls;
}

const field = () => screen.findByRole("switch", { name: "Round trip" });
const press = (name: string) =>
  screen.findByRole("button", { name }).then((button) => userEvent.click(button));

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

it("is priced with the wait that is set in steps of five minutes", async () => {
  const calls = show(60);
  await userEvent.click(await field());
  await waitFor(() =>
    expect(callsTo(calls, "estimates/").at(-1)?.body).toMatchObject({ return_wait_minutes: 15 }),
  );
  await press("Wait longer");
  await press("Wait less");
  await press("Wait less");
  expect(currentDraft().returnWait).toBe(10);
  // The destination is the only stop.
  expect(screen.queryByRole("button", { name: "Add stop" })).not.toBeInTheDocument();
  await userEvent.click(await field());
  expect(currentDraft().returnWait).toBeNull();
  expect(callsTo(calls, "estimates/")[0]?.body).not.toHaveProperty("return_wait_minutes");
});

it("ends at the limit of the platform, and says so", async () => {
  show(12, { returnWait: 10 });
  await press("Wait longer");
  expect(currentDraft().returnWait).toBe(12);
  expect(await screen.findByText(/^The longest wait/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Wait longer" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
});

it("is not offered if the platform has none", async () => {
  show(0);
  await screen.findByRole("button", { name: /^Passengers and luggage/ });
  expect(screen.queryByRole("switch", { name: "Round trip" })).not.toBeInTheDocument();
});

it("stays in the draft, and is repeated from a booking", () => {
  const draft = { ...EMPTY_DRAFT, pickup: STATION, drop: PIER, returnWait: 20 };
  expect(parseDraft(JSON.stringify(draft)).returnWait).toBe(20);
  const { returnWait: _, ...earlier } = draft;
  expect(parseDraft(JSON.stringify(earlier)).returnWait).toBeNull();
  expect(cleared(draft).returnWait).toBeNull();
  const stop = { ...PIER, id: 1, reached_at: null, left_at: null };
  const booking = {
    ...{ pickup: STATION, drop: STATION, has_drop: true, stops: [stop] },
    ...{ return_wait_minutes: 20, car_type: { id: 1 }, chosen_provider: "" },
  } as unknown as Booking;
  const again = tripAgain(booking, false);
  expect(again).toMatchObject({ pickup: STATION, drop: PIER, stops: [], returnWait: 20 });
  expect(tripAgain(booking, true)).toMatchObject({ pickup: PIER, drop: STATION, returnWait: null });
  expect(waitAhead(booking)).toBe(1200);
  const left = { ...booking, stops: [{ ...stop, left_at: "2026-11-28T10:00:00Z" }] };
  expect(waitAhead(left)).toBe(0);
});
