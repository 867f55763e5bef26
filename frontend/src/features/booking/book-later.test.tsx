import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { takeUpSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import { loadRest, startI18n } from "@/i18n/setup";
import { wallClock } from "@/ui/trip-time";
import { changeDraft, reloadDraft } from "./draft-store";
import { callsTo, estimate, PIER, STATION, serveTown, showBooking, signInAs } from "./fake-town";

const later = () => userEvent.click(screen.getByRole("radio", { name: "Book later" }));
const date = () => screen.getByLabelText("Date and time of the pickup");
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
  await takeUpSession();
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
  it("is not what is chosen at first", () => {
    serveTown();
    showBooking();
    expect(screen.getByRole("radio", { name: "Book now" })).toBeChecked();
    expect(screen.queryByLabelText("Date and time of the pickup")).not.toBeInTheDocument();
  });

  it("begins with the next half hour, and with tomorrow after a tap", async () => {
    serveTown();
    showBooking();
    await later();
    expect((date() as HTMLInputElement).value).toMatch(/:(00|30)$/);
    await userEvent.click(screen.getByRole("button", { name: "Tomorrow, 09:00" }));
    expect((date() as HTMLInputElement).value).toBe(`${inMinutes(24 * 60).slice(0, 10)}T09:00`);
  });

  it("needs a date: it says so, goes there and books nothing", async () => {
    const calls = serveTown();
    showBooking();
    await later();
    fireEvent.change(date(), { target: { value: "" } });
    await pressBook();
    expect(screen.getByText("Choose a date and a time.")).toBeInTheDocument();
    expect(date()).toHaveFocus();
    expect(callsTo(calls, "bookings/")).toEqual([]);
  });

  it("is refused less than a quarter of an hour ahead: past_booking_error", async () => {
    const calls = serveTown();
    showBooking();
    await later();
    fireEvent.change(date(), { target: { value: inMinutes(10) } });
    await pressBook();
    expect(screen.getByText(/must be at least 15 minutes from now/)).toBeInTheDocument();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(callsTo(calls, "bookings/")).toEqual([]);
  });

  it("books the time on the platform's clock, with nobody near just now", async () => {
    const calls = serveTown({
      "estimates/": () => new Response(JSON.stringify(estimate({ near: 0 }))),
    });
    showBooking();
    await later();
    changeDraft((draft) => ({ ...draft, carTypeId: 1 }));
    const wall = inMinutes(120);
    fireEvent.change(date(), { target: { value: wall } });
    await pressBook();
    const dialog = within(await screen.findByRole("dialog", { name: "Confirm your ride" }));
    expect(dialog.getByText(/^Comes on/)).toBeInTheDocument();
    expect(dialog.queryByText(/No driver/)).not.toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
    await screen.findByText("page /bookings/81");
    expect(callsTo(calls, "bookings/")[0]?.body).toMatchObject({ trip_date: wall });
  });
});
