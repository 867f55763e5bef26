import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import { loadRest, startI18n } from "@/i18n/setup";
import { callsTo, mockBookingApi, PIER, STATION, signInAs } from "@/testing/mock-booking-api";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ToastOutlet } from "@/ui/toast";
import { BookingPanel } from "./booking-panel";
import { changeDraft, currentDraft, reloadDraft } from "./draft-store";

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const ADA = {
  id: 3,
  name: "Ada Marlowe",
  mobile: "+447911123456",
  email: "ada@example.org",
  profile_image: null,
  approved: true,
  profile_complete: true,
  user_type: "rider",
};
const booked = (book_later: boolean) => ({
  id: 81,
  reference: "K7WQ4P",
  app_category: "taxi",
  book_later,
  trip_date: "2026-01-01T10:00:00Z",
});
const driver = (id: number, name: string, state: string, car = 1) => ({
  id,
  name,
  state,
  vehicle_number: `HW${id}`,
  car_type: { id: car, name: "" },
});
const DRIVERS = [
  driver(8, "Ben Free", "free"),
  driver(9, "Bob Busy", "busy"),
  driver(10, "Cy Comfort", "free", 2),
];

function show(answers: Parameters<typeof mockBookingApi>[0] = {}, address = "/desk?new=1&rider=3") {
  const calls = mockBookingApi({
    "riders/": () => json({ next: null, results: [ADA] }),
    "people/3/": () => json(ADA),
    "bookings/?": () => json({ next: null, results: [] }),
    "bookings/": () => json(booked(false), 201),
    "bookings/81/": () => json(booked(false)),
    "desk/drivers/": () => json({ results: DRIVERS }),
    ...answers,
  });
  signInAs("admin");
  const [onClose, onBooked] = [vi.fn(), vi.fn()];
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[address]}>
          <BookingPanel onClose={onClose} onBooked={onBooked} />
        </MemoryRouter>
        <ToastOutlet />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { calls, onClose, onBooked };
}

const manual = () => json({ symbol: "£", decimal: 2, auto_dispatch: false });
const panel = () => screen.findByRole("dialog", { name: "Add booking" });
const rider = () => screen.getByRole("combobox", { name: "Rider" });

async function book() {
  await waitFor(() => expect(rider()).toHaveValue("Ada Marlowe"));
  await userEvent.click(await screen.findByRole("button", { name: /^Book Economy/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Confirm your trip" }));
  await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
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
  changeDraft((draft) => ({ ...draft, pickup: STATION, drop: PIER }));
});
afterEach(() => vi.unstubAllGlobals());

describe("the booking form over the board", () => {
  it("books and reports the booking, which the board then selects", async () => {
    const { calls, onBooked } = show();
    await book();
    await waitFor(() => expect(onBooked).toHaveBeenCalledWith(booked(false)));
    expect(await screen.findByText(/K7WQ4P/)).toBeInTheDocument();
    expect(callsTo(calls, "bookings/").at(-1)?.body).toMatchObject({ customer_id: 3 });
  });

  it("confirms before Escape discards the input, and restores the draft", async () => {
    const { onClose } = show({}, "/desk?new=1");
    await panel();
    await userEvent.type(rider(), "ada");
    await userEvent.click(await screen.findByRole("option", { name: /Ada Marlowe/ }));
    changeDraft((draft) => ({ ...draft, drop: null }));
    await userEvent.keyboard("{Escape}");
    await userEvent.click(await screen.findByRole("button", { name: "Discard" }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(currentDraft()).toMatchObject({ pickup: STATION, drop: PIER });
  });

  it("closes at once if nothing was typed", async () => {
    const { onClose } = show({}, "/desk?new=1");
    await panel();
    await waitFor(() => expect(rider()).toHaveFocus());
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });

  it("offers no driver for now while dispatch is automatic", async () => {
    show();
    await waitFor(() => expect(rider()).toHaveValue("Ada Marlowe"));
    await screen.findByRole("button", { name: /^Book Economy/ });
    expect(screen.queryByRole("combobox", { name: "Driver (optional)" })).toBeNull();
  });

  it("assigns the booking to a free driver of the car type", async () => {
    const { calls, onBooked } = show({ "settings/public/": manual });
    const field = await screen.findByRole("combobox", { name: "Driver (optional)" });
    await within(field).findByRole("option", { name: "Ben Free · HW8" });
    expect(within(field).getAllByRole("option")).toHaveLength(2);
    await userEvent.selectOptions(field, "Ben Free · HW8");
    await book();
    await waitFor(() => expect(onBooked).toHaveBeenCalled());
    await waitFor(() =>
      expect(callsTo(calls, "bookings/81/assign/")[0]?.body).toEqual({ driver_id: 8 }),
    );
    expect(await screen.findByText("Booking saved. Ben Free gets the request.")).toBeVisible();
  });

  it("plans any driver of the car type for a scheduled trip", async () => {
    changeDraft((draft) => ({ ...draft, later: true, tripDate: "2099-01-01T10:00" }));
    const { calls } = show({ "bookings/": () => json(booked(true), 201) });
    const field = await screen.findByRole("combobox", { name: "Driver (optional)" });
    await userEvent.selectOptions(
      field,
      await within(field).findByRole("option", { name: "Bob Busy · HW9" }),
    );
    await waitFor(() => expect(rider()).toHaveValue("Ada Marlowe"));
    await userEvent.click(await screen.findByRole("button", { name: /^Book Economy/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Confirm your trip" }));
    await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
    await waitFor(() =>
      expect(callsTo(calls, "bookings/81/plan/")[0]?.body).toEqual({ driver_id: 9 }),
    );
  });

  it("keeps the booking if its driver cannot take it, and says why", async () => {
    const { onBooked } = show({
      "settings/public/": manual,
      "bookings/81/assign/": () =>
        json({ code: "driver_busy", detail: "The driver is on another trip." }, 409),
    });
    const field = await screen.findByRole("combobox", { name: "Driver (optional)" });
    await userEvent.selectOptions(
      field,
      await within(field).findByRole("option", { name: "Ben Free · HW8" }),
    );
    await book();
    await waitFor(() => expect(onBooked).toHaveBeenCalled());
    expect(await screen.findByText("The driver is on another trip.")).toBeVisible();
  });
});
