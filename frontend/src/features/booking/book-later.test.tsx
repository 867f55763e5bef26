import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import { loadRest, startI18n } from "@/i18n/setup";
import {
  callsTo,
  estimate,
  mockBookingApi,
  PIER,
  STATION,
  showBooking,
  signInAs,
} from "@/testing/mock-booking-api";
import { formatDay } from "@/ui/dates/day-text";
import { wallClock } from "@/ui/trip-time";
import { changeDraft, reloadDraft } from "./draft-store";

const later = () => userEvent.click(screen.getByRole("radio", { name: "Book later" }));
const group = () => screen.findByRole("group", { name: "Pickup date and time" });
const date = async () => within(await group()).getByRole("textbox", { name: "Date" });
const time = async () => within(await group()).getByRole("combobox", { name: "Time" });
/** Chooses Book later and types a local time such as "2026-11-22T14:05". */
const fill = async (wall: string) => {
  fireEvent.change(await date(), { target: { value: wall.slice(0, 10) } });
  fireEvent.change(await time(), { target: { value: wall.slice(11) } });
};
const inMinutes = (minutes: number) =>
  wallClock(
    new Date(Date.now() + minutes * 60_000),
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
const pressBook = async () =>
  userEvent.click(await screen.findByRole("button", { name: /^Book Economy for later/ }));

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => {
  sessionEnded();
  sessionStorage.clear();
  reloadDraft();
  changeDraft((draft) => ({ ...draft, pickup: STATION, drop: PIER }));
  signInAs("rider");
});
afterEach(() => vi.unstubAllGlobals());

describe("book later", () => {
  it("is not the default", () => {
    mockBookingApi();
    showBooking();
    expect(screen.getByRole("radio", { name: "Book now" })).toBeChecked();
    expect(screen.queryByText("Pickup date and time")).not.toBeInTheDocument();
  });

  it("starts with the next half hour, and moves to tomorrow after a tap", async () => {
    mockBookingApi();
    showBooking();
    await later();
    expect(((await time()) as HTMLInputElement).value).toMatch(/:(00|30)$/);
    await userEvent.click(screen.getByRole("button", { name: "Tomorrow, 09:00" }));
    expect(await date()).toHaveValue(formatDay(inMinutes(24 * 60).slice(0, 10), "en-GB"));
    expect(await time()).toHaveValue("09:00");
  });

  it("requires a date: shows an error, focuses the field and books nothing", async () => {
    const calls = mockBookingApi();
    showBooking();
    await later();
    await userEvent.clear(await date());
    await pressBook();
    expect(screen.getByText("Choose a date and time.")).toBeInTheDocument();
    expect(await date()).toHaveFocus();
    expect(callsTo(calls, "bookings/")).toEqual([]);
  });

  it("is rejected less than a quarter of an hour ahead: past_booking_error", async () => {
    const calls = mockBookingApi();
    showBooking();
    await later();
    await fill(inMinutes(10));
    await pressBook();
    expect(screen.getByText(/at least 15 minutes from now/)).toBeInTheDocument();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(callsTo(calls, "bookings/")).toEqual([]);
  });

  it("requests the price of the chosen time, and of now for a trip now", async () => {
    const calls = mockBookingApi();
    showBooking();
    await screen.findByRole("button", { name: /^Book Economy/ });
    expect(callsTo(calls, "estimates/").at(-1)?.body).not.toHaveProperty("trip_date");
    await later();
    const wall = inMinutes(120);
    await fill(wall);
    await vi.waitFor(() =>
      expect(callsTo(calls, "estimates/").at(-1)?.body).toMatchObject({ trip_date: wall }),
    );
  });

  it("books the time in the platform's time zone, without a driver nearby", async () => {
    const calls = mockBookingApi({
      "estimates/": () => new Response(JSON.stringify(estimate({ near: 0 }))),
    });
    showBooking();
    await later();
    changeDraft((draft) => ({ ...draft, carTypeId: 1 }));
    const wall = inMinutes(120);
    await fill(wall);
    await pressBook();
    const dialog = within(await screen.findByRole("dialog", { name: "Confirm your trip" }));
    expect(dialog.getByText(/^Pickup: /)).toBeInTheDocument();
    expect(dialog.queryByText(/No driver/)).not.toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
    await screen.findByText("page /bookings/81");
    expect(callsTo(calls, "bookings/")[0]?.body).toMatchObject({ trip_date: wall });
  });
});
