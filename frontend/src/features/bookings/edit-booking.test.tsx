import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Booking, EditPreview } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ToastOutlet } from "@/ui/toast";
import { StaffActions } from "./staff-actions";

const booking = {
  id: 81,
  reference: "K7WQ4P",
  status: "ACCEPTED",
  version: 4,
  revision: "seen",
  app_category: "taxi",
  actions: ["edit"],
  car_type: { id: 1, name: "Economy" },
  pickup: { lat: 50.7, lng: -1.29, add: "Quay Street, Newport" },
  drop: { lat: 50.75, lng: -1.3, add: "The Parade, Cowes" },
  stops: [],
  passengers: 1,
  luggage: 0,
  children: 0,
  child_seats: 0,
  return_wait_minutes: null,
  hire_minutes: null,
  hire_included_km: null,
  driver: { id: 9, name: "Ben Old" },
  book_later: false,
  trip_date: "2026-11-22T10:00:00Z",
  parcel_type_selected: null,
  option_selected: null,
} as unknown as Booking;

const preview = {
  revision: "seen",
  quote_id: "quote-2",
  previous_payable_amount: "24.50",
  payable_amount: "31.00",
  difference: "6.50",
  charged: "0",
  refunded: "0",
  left_to_pay: "0",
  promo_falls_away: false,
  driver_released: true,
  search_restarts: true,
  drivers_nearby: 1,
} as unknown as EditPreview;

const CARS = ["Economy", "Saloon"].map((name, index) => ({
  id: index + 1,
  name,
  parcel_types: [],
  options: [],
}));

interface Sent {
  path: string;
  body: Record<string, unknown>;
}

const refused = (status: number, code: string, fields = {}) =>
  Response.json({ code, detail: "Too early.", fields }, { status });

function serve(answers: { preview?: () => Response; edit?: () => Response } = {}): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const path = String(url);
    if (init.method === "POST") sent.push({ path, body: JSON.parse(String(init.body)) });
    if (path.includes("edit-preview/")) return answers.preview?.() ?? Response.json(preview);
    if (path.includes("/edit/")) return answers.edit?.() ?? Response.json(booking);
    if (path.includes("car-types/")) return Response.json({ results: CARS });
    if (path.includes("autocomplete/")) {
      const main_text = "Union Street";
      const main_text_matched_substrings: unknown[] = [];
      const structured_formatting = {
        main_text,
        secondary_text: "Ryde",
        main_text_matched_substrings,
      };
      const place = { place_id: "7", description: "Union Street, Ryde", structured_formatting };
      return Response.json({ results: [place] });
    }
    if (path.includes("places/7/")) {
      return Response.json({ lat: 50.73, lng: -1.16, description: "Union Street, Ryde" });
    }
    if (path.includes("addresses/")) return Response.json({ results: [] });
    return Response.json({
      symbol: "$",
      decimal: 2,
      swipe_symbol: false,
      time_zone: "UTC",
      app_category: "taxi",
      max_stops: 3,
    });
  });
  return sent;
}

const tree = (shown: Booking) => (
  <ThemeProvider>
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <StaffActions booking={shown} />
      </MemoryRouter>
      <ToastOutlet />
    </QueryClientProvider>
  </ThemeProvider>
);

async function open() {
  const page = render(tree(booking));
  await userEvent.click(screen.getByRole("button", { name: "Edit booking" }));
  await screen.findByRole("option", { name: "Saloon" });
  return page;
}

const car = () => screen.getByRole("combobox", { name: "Car type" });
const to = (sent: Sent[], part: string) => sent.filter(({ path }) => path.includes(part));

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("editing a booking", () => {
  it("shows the old price, the new price and the changes before saving", async () => {
    const sent = serve();
    await open();
    await userEvent.selectOptions(car(), "Saloon");

    const price = within(await screen.findByRole("region", { name: "New price" }));
    expect(price.getByText("$24.50")).toBeInTheDocument();
    expect(price.getByText("$31.00")).toBeInTheDocument();
    expect(price.getByText(/Ben Old will be removed/)).toBeInTheDocument();
    expect(to(sent, "edit-preview/")[0]?.body).toEqual({ car_type_id: 2 });
    expect(to(sent, "/edit/")).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Save for $31.00" }));

    await waitFor(() => expect(to(sent, "/edit/")).toHaveLength(1));
    expect(to(sent, "/edit/")[0]?.body).toEqual({
      revision: "seen",
      version: 4,
      quote_id: "quote-2",
      charged: "0",
      left_to_pay: "0",
    });
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("sends the amounts that were shown, and shows new ones when they changed", async () => {
    let wallet = "6.50";
    const sent = serve({
      preview: () =>
        Response.json({ ...preview, charged: wallet, left_to_pay: wallet === "0" ? "6.50" : "0" }),
      edit: () => refused(409, "amount_changed"),
    });
    await open();
    await userEvent.selectOptions(car(), "Saloon");
    await screen.findByRole("button", { name: "Save for $31.00" });
    const previews = to(sent, "edit-preview/").length;
    wallet = "0";
    await userEvent.click(screen.getByRole("button", { name: "Save for $31.00" }));

    expect(await screen.findByText(/amount to pay has changed/i)).toBeInTheDocument();
    expect(to(sent, "/edit/")[0]?.body).toMatchObject({ charged: "6.50", left_to_pay: "0" });
    await waitFor(() => expect(to(sent, "edit-preview/").length).toBeGreaterThan(previews));
    await userEvent.click(await screen.findByRole("button", { name: "Save for $31.00" }));
    await waitFor(() => expect(to(sent, "/edit/")).toHaveLength(2));
    expect(to(sent, "/edit/")[1]?.body).toMatchObject({ charged: "0", left_to_pay: "6.50" });
  });

  it("takes another drop-off from the place search", async () => {
    const sent = serve();
    await open();
    await userEvent.type(screen.getByRole("combobox", { name: "Drop-off" }), "union");
    await userEvent.click(await screen.findByRole("option", { name: /Union Street/ }));
    await screen.findByRole("button", { name: "Save for $31.00" });
    expect(to(sent, "edit-preview/").at(-1)?.body).toEqual({
      drop: { lat: 50.73, lng: -1.16, add: "Union Street, Ryde" },
    });
  });

  it("adds a stop, and saves only once it has a place", async () => {
    const sent = serve();
    await open();
    await userEvent.click(await screen.findByRole("button", { name: "Add stop" }));
    await userEvent.click(screen.getByRole("button", { name: "Save changes" }));
    expect(screen.getByRole("combobox", { name: "Stop 1" })).toBeInvalid();
    expect(sent).toEqual([]);
    await userEvent.type(screen.getByRole("combobox", { name: "Stop 1" }), "union");
    await userEvent.click(await screen.findByRole("option", { name: /Union Street/ }));
    await screen.findByRole("button", { name: "Save for $31.00" });
    expect(to(sent, "edit-preview/").at(-1)?.body).toEqual({
      stops: [{ lat: 50.73, lng: -1.16, add: "Union Street, Ryde" }],
    });
  });

  it("changes the party, and shows beside it why it is rejected", async () => {
    const sent = serve({
      preview: () => refused(400, "car_type_too_small", { passengers: "Passenger seats: 1." }),
    });
    await open();
    await userEvent.click(screen.getByRole("button", { name: "More passengers" }));
    await waitFor(() => expect(to(sent, "edit-preview/").at(-1)?.body).toEqual({ passengers: 2 }));
    const group = screen.getByRole("group", { name: "Passengers" });
    expect(await within(group).findByRole("alert")).toHaveTextContent("Passenger seats: 1.");
    await userEvent.click(screen.getByRole("button", { name: "More luggage" }));
    await waitFor(() =>
      expect(to(sent, "edit-preview/").at(-1)?.body).toEqual({ passengers: 2, luggage: 1 }),
    );
  });

  it("closes the list of places on Escape first, then confirms the change", async () => {
    serve();
    await open();
    const drop = screen.getByRole("combobox", { name: "Drop-off" });
    await userEvent.type(drop, "union");
    await screen.findByRole("option", { name: /Union Street/ });
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(drop).toHaveAttribute("aria-expanded", "false"));
    expect(screen.queryByRole("button", { name: "Keep editing" })).not.toBeInTheDocument();
    await userEvent.clear(drop);
    await userEvent.type(drop, "union");
    await userEvent.click(await screen.findByRole("option", { name: /Union Street/ }));
    await screen.findByRole("button", { name: "Save for $31.00" });
    await userEvent.keyboard("{Escape}");
    expect(await screen.findByRole("button", { name: "Keep editing" })).toBeInTheDocument();
  });

  it("sends no request while nothing has changed", async () => {
    const sent = serve();
    await open();
    await userEvent.click(screen.getByRole("button", { name: "Save changes" }));
    expect(screen.getByText("Change something first.")).toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  it("shows beside the time why it is rejected", async () => {
    serve({ preview: () => refused(400, "past_booking_error", { trip_date: "Too early." }) });
    await open();
    await userEvent.click(screen.getByRole("radio", { name: "Later" }));
    const group = await screen.findByRole("group", { name: "Pickup date and time" });
    await waitFor(() => expect(group).toHaveAccessibleDescription(/Too early/));
    expect(within(group).getByRole("textbox", { name: "Date" })).toBeInvalid();
    expect(screen.queryByRole("region", { name: "New price" })).not.toBeInTheDocument();
  });

  it("stays open when the price has changed, and shows the change", async () => {
    serve({ edit: () => refused(409, "quote_expired") });
    await open();
    await userEvent.selectOptions(car(), "Saloon");
    await userEvent.click(await screen.findByRole("button", { name: "Save for $31.00" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(/price/i);
    expect(car()).toHaveValue("2");
  });

  it("says at the fields who changed them meanwhile", async () => {
    const fields = { car_type_id: "Changed by Nora West." };
    serve({
      edit: () =>
        Response.json({ code: "booking_changed", detail: "Changed.", fields }, { status: 409 }),
    });
    await open();
    await userEvent.selectOptions(car(), "Saloon");
    await userEvent.click(await screen.findByRole("button", { name: "Save for $31.00" }));
    await waitFor(() => expect(car()).toHaveAccessibleDescription(/Changed by Nora West/));
    expect(car()).toBeInvalid();
  });

  it("confirms before a change is discarded", async () => {
    serve();
    await open();
    await userEvent.selectOptions(car(), "Saloon");
    await userEvent.keyboard("{Escape}");
    await userEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
    expect(car()).toHaveValue("2");
  });

  it("hides the price of an earlier change while the new one loads", async () => {
    let waits = false;
    const held: Array<(answer: Response) => void> = [];
    serve({
      preview: () =>
        waits
          ? (new Promise<Response>((give) => held.push(give)) as unknown as Response)
          : Response.json(preview),
    });
    await open();
    await userEvent.selectOptions(car(), "Saloon");
    await screen.findByRole("button", { name: "Save for $31.00" });
    waits = true;
    await userEvent.type(screen.getByRole("combobox", { name: "Drop-off" }), "union");
    await userEvent.click(await screen.findByRole("option", { name: /Union Street/ }));
    await waitFor(() => expect(held).toHaveLength(1));
    expect(screen.queryByRole("region", { name: "New price" })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Save changes" }));
    expect(screen.getByText("Wait for the new price.")).toBeInTheDocument();
    held[0]?.(Response.json(preview));
    await screen.findByRole("button", { name: "Save for $31.00" });
    expect(screen.queryByText("Wait for the new price.")).not.toBeInTheDocument();
  });

  it("retries a failed price, and does not save without it", async () => {
    let fails = true;
    const sent = serve({
      preview: () => (fails ? refused(400, "unknown") : Response.json(preview)),
    });
    await open();
    await userEvent.selectOptions(car(), "Saloon");
    const again = await screen.findByRole("button", { name: "Try again" });
    await userEvent.click(screen.getByRole("button", { name: "Save changes" }));
    expect(screen.getByText("Get the new price before you save.")).toBeInTheDocument();
    fails = false;
    await userEvent.click(again);
    await userEvent.click(await screen.findByRole("button", { name: "Save for $31.00" }));
    await waitFor(() => expect(to(sent, "/edit/")).toHaveLength(1));
  });

  it("stays open without saving when the booking can no longer be edited", async () => {
    const sent = serve();
    const page = await open();
    await userEvent.selectOptions(car(), "Saloon");
    await screen.findByRole("button", { name: "Save for $31.00" });
    page.rerender(tree({ ...booking, status: "STARTED", actions: [], revision: "theirs" }));

    expect(await screen.findByText(/can no longer be edited/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: /^Save/ }));
    expect(to(sent, "/edit/")).toEqual([]);
    expect(car()).toBeInTheDocument();
  });

  it("does not overwrite a change by another user", async () => {
    const sent = serve();
    const page = await open();
    await userEvent.selectOptions(car(), "Saloon");
    await screen.findByRole("button", { name: "Save for $31.00" });
    page.rerender(tree({ ...booking, revision: "theirs" }));

    expect(await screen.findByText(/changed since you opened it/)).toBeInTheDocument();
    await userEvent.click(await screen.findByRole("button", { name: /^Save/ }));
    expect(to(sent, "/edit/")).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Show the current booking" }));
    expect(car()).toHaveValue("1");
  });
});
