import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import type { Rider } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import {
  callsTo,
  mockBookingApi,
  PIER,
  refusal,
  STATION,
  signInAs,
} from "@/testing/mock-booking-api";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { AddBookingPage } from "./add-booking-page";
import { changeDraft, currentDraft, reloadDraft } from "./draft-store";

// The map needs a canvas and has its own tests.
vi.mock("./booking-map", () => ({ BookingMap: () => null }));

const rider = (id: number, name: string, changes: Partial<Rider> = {}) =>
  ({
    id,
    name,
    mobile: "+447911123456",
    email: `${id}@example.org`,
    profile_image: null,
    approved: true,
    profile_complete: true,
    ...changes,
  }) as Rider;

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const RIDERS = [
  rider(3, "Ada Marlowe"),
  rider(4, "Bea Blank", { profile_complete: false }),
  rider(5, "Cy Closed", { approved: false }),
];
const PLACES = [{ id: 1, description: "12 Union Street, Ryde", lat: 50.73, lng: -1.16, count: 9 }];
const OLD_TRIP = {
  id: 70,
  reference: "AAM3C9",
  status: "ARRIVED",
  pickup_add: PIER.add,
  drop_add: STATION.add,
};
const VIA = { lat: 50.72, lng: -1.2, add: "Whippingham" };
const OLD_RECORD = {
  ...OLD_TRIP,
  pickup: PIER,
  drop: STATION,
  has_drop: true,
  stops: [VIA, { ...VIA, add: "Wootton" }],
  car_type: { id: 2 },
  customer: { id: 3 },
  return_wait_minutes: null,
  hire_minutes: null,
  hire_included_km: null,
  chosen_payment: "wallet",
  chosen_provider: "",
  delivery_person: "",
  delivery_person_phone: "",
  pickup_instructions: "",
  delivery_instructions: "",
};
const BOOKED = {
  id: 81,
  reference: "K7WQ4P",
  book_later: false,
  trip_date: "2026-01-01T10:00:00Z",
  customer: { name: "Ada Marlowe" },
};

function OtherPage() {
  return <p>page {useLocation().pathname}</p>;
}

function show(answers: Parameters<typeof mockBookingApi>[0] = {}, address = "/addbookings") {
  const calls = mockBookingApi({
    "riders/": () => json({ next: null, results: RIDERS }),
    "riders/3/places/": () => json({ results: PLACES }),
    "bookings/?": () => json({ next: null, results: [] }),
    "bookings/": () => json(BOOKED, 201),
    ...answers,
  });
  signInAs("admin");
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[address]}>
          <Routes>
            <Route path="/addbookings" element={<AddBookingPage />} />
            <Route path="*" element={<OtherPage />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return calls;
}

const field = () => screen.getByRole("combobox", { name: "Rider" });
const press = (name: string | RegExp) =>
  screen.findByRole("button", { name }).then((button) => userEvent.click(button));

async function chooseAda() {
  await userEvent.type(field(), "ada");
  await userEvent.click(await screen.findByRole("option", { name: /Ada Marlowe/ }));
}

async function confirm() {
  await press(/^Book Economy/);
  const dialog = within(await screen.findByRole("dialog", { name: "Confirm your trip" }));
  await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
  return dialog;
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

describe("booking for a rider", () => {
  it("requires the rider first, shows select_proper and books nothing", async () => {
    const calls = show();
    await press(/^Book Economy/);
    expect(screen.getByRole("alert")).toHaveTextContent("Choose a pickup, drop-off and car type.");
    expect(screen.getByText("Choose the rider.")).toBeInTheDocument();
    expect(field()).toHaveFocus();
    expect(field()).toBeInvalid();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(callsTo(calls, "bookings/")).toEqual([]);
  });

  it("searches riders while typing, and chooses one by keyboard", async () => {
    const calls = show();
    await userEvent.type(field(), "ada");
    await screen.findByRole("option", { name: /Ada Marlowe/ });
    await waitFor(() => expect(callsTo(calls, "riders/?search=ada")).toHaveLength(1));
    await waitFor(() => expect(field()).toHaveAttribute("aria-activedescendant"));
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(field()).toHaveValue("Ada Marlowe"));
    expect(screen.getByText("+447911123456 · 3@example.org")).toBeInTheDocument();
  });

  it("disables riders who cannot be booked for, and shows why", async () => {
    show();
    await userEvent.type(field(), "b");
    const blank = await screen.findByRole("option", { name: /Bea Blank/ });
    expect(blank).toHaveTextContent("Name or email is missing");
    expect(screen.getByRole("option", { name: /Cy Closed/ })).toHaveTextContent("Not approved");
    await userEvent.click(blank);
    expect(field()).toHaveValue("b");
  });

  it("sends the rider's id, and shows the reference and the way to the booking", async () => {
    const calls = show();
    await chooseAda();
    await press(/^Book Economy/);
    const sheet = within(await screen.findByRole("dialog", { name: "Confirm your trip" }));
    expect(sheet.getByText("Ada Marlowe")).toBeInTheDocument();
    await userEvent.click(sheet.getByRole("button", { name: /^Confirm/ }));
    const done = within(await screen.findByRole("dialog", { name: "Booked" }));
    expect(done.getByText(/K7WQ4P/)).toBeInTheDocument();
    expect(done.getByRole("link", { name: "View booking" })).toHaveAttribute(
      "href",
      "/bookings/81",
    );
    const posted = callsTo(calls, "bookings/").filter(({ key }) => key);
    expect(posted.map(({ body }) => body)).toEqual([
      { quote_id: "quote-1", payment_mode: "cash", customer_id: 3 },
    ]);
    // An admin's own wallet never pays.
    expect(callsTo(calls, "me/wallet/")).toEqual([]);
  });

  it("continues with an empty form for the next booking", async () => {
    show();
    await chooseAda();
    await confirm();
    await press("Book another trip");
    await waitFor(() => expect(field()).toHaveValue(""));
    expect(currentDraft().carTypeId).toBeNull();
  });

  it("opens the list of bookings when the confirmation is closed", async () => {
    show();
    await chooseAda();
    await confirm();
    const done = within(await screen.findByRole("dialog", { name: "Booked" }));
    await userEvent.click(done.getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
    expect(await screen.findByText("page /bookings")).toBeInTheDocument();
  });

  it("keeps the form when the server rejects it, and shows why", async () => {
    show({ "bookings/": () => refusal("select_proper", 400) });
    await chooseAda();
    const dialog = await confirm();
    expect(await dialog.findByRole("alert")).toHaveTextContent(
      "Choose a pickup, drop-off and car type.",
    );
    expect(currentDraft()).toMatchObject({ pickup: STATION, drop: PIER });
  });

  it("shows that no rider matches", async () => {
    show({ "riders/": () => json({ next: null, results: [] }) });
    await userEvent.type(field(), "zzz");
    expect(await screen.findByText("No matching rider")).toBeInTheDocument();
  });
});

describe("a caller", () => {
  it("who is new is added with name and phone, and can be booked for", async () => {
    const added = rider(9, "Zoe Newman", { mobile: "+447700900101" });
    const calls = show({
      "riders/?": () => json({ next: null, results: [] }),
      "riders/": () => json(added, 201),
      "riders/9/places/": () => json({ results: [] }),
    });
    await userEvent.type(field(), "07700 900101");
    await screen.findByRole("option", { name: "Add “07700 900101” as a new rider" });
    await waitFor(() => expect(field()).toHaveAttribute("aria-activedescendant"));
    await userEvent.keyboard("{Enter}");
    const sheet = within(await screen.findByRole("dialog", { name: "New rider" }));
    expect(sheet.getByLabelText(/^Phone/)).toHaveValue("07700 900101");
    await userEvent.type(sheet.getByLabelText(/^First name/), "Zoe");
    await userEvent.type(sheet.getByLabelText(/^Last name/), "Newman{Enter}");
    await waitFor(() => expect(field()).toHaveValue("Zoe Newman"));
    expect(callsTo(calls, "riders/").filter(({ key }) => key)).toMatchObject([
      { body: { first_name: "Zoe", last_name: "Newman", approved: true }, key: expect.any(String) },
    ]);
  });

  it("who gives a name has it in the form", async () => {
    show({ "riders/?": () => json({ next: null, results: [] }) });
    await userEvent.type(field(), "Zoe van Dyk");
    await userEvent.click(await screen.findByRole("option", { name: /Zoe van Dyk/ }));
    const sheet = within(await screen.findByRole("dialog", { name: "New rider" }));
    expect(sheet.getByLabelText(/^First name/)).toHaveValue("Zoe");
    expect(sheet.getByLabelText(/^Last name/)).toHaveValue("van Dyk");
  });

  it("has usual places in the address fields", async () => {
    changeDraft((draft) => ({ ...draft, pickup: null, drop: null }));
    show();
    await chooseAda();
    await waitFor(() => expect(screen.getByRole("combobox", { name: "Pickup" })).toHaveFocus());
    await userEvent.click(await screen.findByRole("option", { name: /12 Union Street/ }));
    await waitFor(() => expect(currentDraft().pickup?.add).toBe("12 Union Street, Ryde"));
    expect(screen.queryByRole("option", { name: /current location/i })).not.toBeInTheDocument();
  });

  it("sees open bookings, and books the last trip again or back", async () => {
    changeDraft((draft) => ({ ...draft, pickup: null, drop: null }));
    show({
      "bookings/?": () => json({ next: null, results: [OLD_TRIP] }),
      "bookings/70/": () => json(OLD_RECORD),
    });
    await chooseAda();
    const trips = within(await screen.findByRole("region", { name: "Rider’s trips" }));
    expect(trips.getByRole("link", { name: "AAM3C9" })).toHaveAttribute("href", "/bookings/70");
    await userEvent.click(trips.getByRole("button", { name: "Repeat trip" }));
    await waitFor(() => expect(currentDraft()).toMatchObject({ pickup: PIER, drop: STATION }));
    await userEvent.click(trips.getByRole("button", { name: "Book the return" }));
    await waitFor(() => expect(currentDraft()).toMatchObject({ pickup: STATION, drop: PIER }));
  });

  it("on the phone is booked again with two presses of Enter before the confirmation", async () => {
    changeDraft((draft) => ({ ...draft, pickup: null, drop: null }));
    show(
      {
        "people/3/": () => json({ ...RIDERS[0], user_type: "rider" }),
        "bookings/?": () => json({ next: null, results: [OLD_TRIP] }),
        "bookings/70/": () => json(OLD_RECORD),
      },
      "/addbookings?rider=3&call=1",
    );
    await waitFor(() => expect(screen.getByRole("button", { name: "Repeat trip" })).toHaveFocus());
    await userEvent.keyboard("{Enter}");
    await waitFor(() =>
      expect(screen.getByRole("button", { name: /^Book now|^Book Comfort/ })).toHaveFocus(),
    );
    await userEvent.keyboard("{Enter}");
    expect(await screen.findByRole("dialog", { name: "Confirm your trip" })).toBeInTheDocument();
  });

  it.each([
    ["repeat", PIER, STATION, ["Whippingham", "Wootton"]],
    ["return", STATION, PIER, ["Wootton", "Whippingham"]],
  ])(
    "is booked again from a link to %s a trip, with its stops, car and payment",
    async (how, pickup, drop, stops) => {
      const calls = show(
        {
          "people/3/": () => json({ ...RIDERS[0], user_type: "rider" }),
          "bookings/70/": () => json(OLD_RECORD),
        },
        `/addbookings?${how}=70`,
      );
      await waitFor(() => expect(field()).toHaveValue("Ada Marlowe"));
      expect(currentDraft()).toMatchObject({ pickup, drop, carTypeId: 2, later: false });
      expect(currentDraft().stops.map(({ point }) => point?.add)).toEqual(stops);
      await press(/^Book Comfort/);
      const dialog = within(await screen.findByRole("dialog", { name: "Confirm your trip" }));
      await userEvent.click(dialog.getByRole("button", { name: /^Confirm/ }));
      await waitFor(() =>
        expect(callsTo(calls, "bookings/").at(-1)?.body).toMatchObject({
          customer_id: 3,
          quote_id: "quote-2",
          payment_mode: "wallet",
        }),
      );
    },
  );

  it("with an unknown number starts as a search for it", async () => {
    show(
      { "riders/?": () => json({ next: null, results: [] }) },
      "/addbookings?phone=%2B447700900101",
    );
    expect(field()).toHaveValue("+447700900101");
    expect(field()).toHaveFocus();
    expect(await screen.findByRole("option", { name: /as a new rider/ })).toBeInTheDocument();
  });
});
