import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import type { Booking } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import * as bookingApi from "@/testing/mock-booking-api";
import { missingIn } from "./checks";
import { cleared, EMPTY_DRAFT, withHire, withPoint } from "./draft";
import { changeDraft, currentDraft, reloadDraft } from "./draft-store";
import { tripAgain } from "./repeat";
import { parseDraft } from "./stored-draft";

const { callsTo, PIER, mockBookingApi, showBooking, STATION } = bookingApi;
const json = (body: unknown) => new Response(JSON.stringify(body));

function show(offered: boolean) {
  changeDraft((before) => ({ ...before, pickup: STATION, returnWait: 10 }));
  const settings = { symbol: "£", decimal: 2, swipe_symbol: false, app_category: "taxi" };
  const calls = mockBookingApi({
    "settings/public/": () => json({ ...settings, max_stops: 1, hire_offered: offered }),
  });
  showBooking();
  return calls;
}

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

it("is priced by the hours, without a drop-off and a way back", async () => {
  const calls = show(true);
  await userEvent.click(await screen.findByRole("switch", { name: "By the hour" }));
  await waitFor(() =>
    expect(callsTo(calls, "estimates/").at(-1)?.body).toMatchObject({ hire_minutes: 120 }),
  );
  expect(screen.queryByRole("combobox", { name: "Drop-off" })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Book shorter" }));
  expect(screen.getByRole("group", { name: "Hours" })).toHaveTextContent("1.5");
  await waitFor(() =>
    expect(callsTo(calls, "estimates/").at(-1)?.body).toMatchObject({ hire_minutes: 90 }),
  );
  const body = callsTo(calls, "estimates/").at(-1)?.body;
  expect(body).not.toHaveProperty("drop");
  expect(body).not.toHaveProperty("return_wait_minutes");
});

it("is offered only where the tariff has it", async () => {
  show(false);
  await screen.findByRole("combobox", { name: "Drop-off" });
  expect(screen.queryByRole("switch", { name: "By the hour" })).not.toBeInTheDocument();
});

it("needs no drop-off, and the map sets the pickup only", () => {
  const draft = withHire({ ...EMPTY_DRAFT, pickup: STATION, carTypeId: 1 }, 120);
  expect(missingIn(draft)).toBeNull();
  expect(withPoint(draft, "pickup", PIER).selected).toBe("pickup");
  expect(missingIn(withHire(draft, null))).toBe("drop");
});

it("stays in the draft, and is repeated from a booking", () => {
  const draft = withHire({ ...EMPTY_DRAFT, pickup: STATION }, 150);
  expect(parseDraft(JSON.stringify(draft)).hireMinutes).toBe(150);
  const { hireMinutes: _, ...earlier } = draft;
  expect(parseDraft(JSON.stringify(earlier)).hireMinutes).toBeNull();
  expect(cleared(draft).hireMinutes).toBeNull();
  const booking = {
    ...{ pickup: STATION, drop: PIER, has_drop: true, stops: [] },
    ...{ return_wait_minutes: null, hire_minutes: 150, car_type: { id: 1 }, chosen_provider: "" },
  } as unknown as Booking;
  expect(tripAgain(booking, false)).toMatchObject({ pickup: STATION, hireMinutes: 150 });
  expect(tripAgain(booking, true).hireMinutes).toBeNull();
  expect(currentDraft().hireMinutes).toBeNull();
});
