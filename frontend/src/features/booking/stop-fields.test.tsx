import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import { loadRest, startI18n } from "@/i18n/setup";
import * as bookingApi from "@/testing/mock-booking-api";
import { changeDraft, currentDraft, reloadDraft } from "./draft-store";

const { callsTo, PIER, mockBookingApi, showBooking, STATION } = bookingApi;
const MARKET = { lat: 50.72, lng: -1.2, add: "Market, Wootton" };
const CASTLE = { lat: 50.69, lng: -1.31, add: "Castle, Carisbrooke" };

const settings = (max_stops: number) =>
  new Response(
    JSON.stringify({
      symbol: "£",
      decimal: 2,
      swipe_symbol: false,
      app_category: "taxi",
      max_stops,
    }),
  );

function showWith(stops: (typeof MARKET | null)[], most = 3) {
  changeDraft((draft) => ({
    ...draft,
    pickup: STATION,
    drop: PIER,
    stops: stops.map((point, index) => ({ id: index + 1, point })),
  }));
  const calls = mockBookingApi({ "settings/public/": () => settings(most) });
  showBooking();
  return calls;
}

const press = (name: string | RegExp) =>
  screen.findByRole("button", { name }).then((button) => userEvent.click(button));
const lastEstimate = (calls: ReturnType<typeof mockBookingApi>) =>
  callsTo(calls, "estimates/").at(-1)?.body.stops;

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

it("adds a stop, which takes the focus and changes the price once it has an address", async () => {
  const calls = showWith([]);
  await press("Add stop");
  const field = await screen.findByRole("combobox", { name: "Stop 1" });
  expect(field).toHaveFocus();
  expect(lastEstimate(calls)).toBeUndefined();
  await userEvent.type(field, "ryde");
  await userEvent.click(await screen.findByRole("option", { name: /Pier Head/ }));
  await waitFor(() => expect(lastEstimate(calls)).toEqual([PIER]));
});

it("moves and removes stops by buttons, and keeps the focus", async () => {
  const calls = showWith([MARKET, CASTLE]);
  await press("Move stop 2 up");
  await waitFor(() => expect(lastEstimate(calls)).toEqual([CASTLE, MARKET]));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Move stop 1 down" })).toHaveFocus(),
  );
  await press("Remove stop 1");
  await waitFor(() => expect(lastEstimate(calls)).toEqual([MARKET]));
  await waitFor(() => expect(screen.getByRole("button", { name: "Add stop" })).toHaveFocus());
});

it("offers no more stops than the platform allows", async () => {
  showWith([MARKET], 1);
  await screen.findByRole("combobox", { name: "Stop 1" });
  expect(screen.queryByRole("button", { name: "Add stop" })).not.toBeInTheDocument();
});

it("books nothing while a stop has no address", async () => {
  showWith([null]);
  await screen.findByRole("combobox", { name: "Stop 1" });
  await press(/^Book Economy/);
  expect(screen.getByRole("combobox", { name: "Stop 1" })).toHaveFocus();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(currentDraft().stops).toHaveLength(1);
});

it("lists the stops in the confirmation", async () => {
  showWith([MARKET]);
  await press(/^Book Economy/);
  const dialog = within(await screen.findByRole("dialog", { name: "Confirm your trip" }));
  const [, stop] = within(dialog.getByRole("list", { name: "Route" })).getAllByRole("listitem");
  expect(stop).toHaveTextContent("Stop 1Market, Wootton");
});
