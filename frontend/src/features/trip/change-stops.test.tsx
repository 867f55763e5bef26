import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Booking, StopsPreview } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { mockTripApi, posted, refusal, ride, showTrip } from "@/testing/mock-trip-api";

const THEN = "2026-11-27T10:00:00Z";
const stop = (id: number, add: string, reached_at: string | null = null) => ({
  id,
  lat: 50.7 + id / 100,
  lng: -1.2,
  add,
  reached_at,
  left_at: reached_at,
});
const place = ({ lat, lng, add }: ReturnType<typeof stop>) => ({ lat, lng, add });
const MARKET = stop(1, "Market, Wootton");
const CASTLE = stop(2, "Castle, Carisbrooke");

const PREVIEW = {
  quote_id: "quote-2",
  previous_payable_amount: "24.50",
  payable_amount: "27.90",
  difference: "3.40",
  charged: "0",
  refunded: "0",
  left_to_pay: "0",
  promo_falls_away: false,
  search_restarts: false,
  estimate_distance_km: 14.2,
  estimate_duration_seconds: 1500,
  breakdown: [],
} as unknown as StopsPreview;

const settings = () =>
  Response.json({ symbol: "£", decimal: 2, app_category: "taxi", max_stops: 3 });

interface Answers {
  preview?: () => Response;
  change?: () => Response;
}

function show(booking: Booking, { preview, change }: Answers = {}) {
  const calls = mockTripApi(booking, {
    "settings/public/": settings,
    "bookings/81/stops-preview/": () => preview?.() ?? Response.json(PREVIEW),
    "bookings/81/change-stops/": () => change?.() ?? Response.json({ ...booking, stops: [CASTLE] }),
    "places/autocomplete/": () =>
      Response.json({
        results: [
          {
            place_id: "7",
            description: "Union Street, Ryde",
            structured_formatting: {
              main_text: "Union Street",
              secondary_text: "Ryde",
              main_text_matched_substrings: [],
            },
          },
        ],
      }),
    "places/7/": () => Response.json({ lat: 50.73, lng: -1.16, description: "Union Street, Ryde" }),
    "addresses/": () => Response.json({ results: [] }),
  });
  showTrip();
  return calls;
}

const trip = (...stops: ReturnType<typeof stop>[]) =>
  ride("STARTED", { actions: ["change-stops"], stops });

async function open(name = "Change stops") {
  await userEvent.click(await screen.findByRole("button", { name }));
  return within(await screen.findByRole("dialog", { name: "Change stops" }));
}
const to = (calls: ReturnType<typeof show>, path: string) =>
  posted(calls)
    .filter((call) => call.path.includes(path))
    .map(({ body }) => body);

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("changing the stops", () => {
  it("shows the new price, and applies it as shown", async () => {
    const calls = show(trip(MARKET, CASTLE));
    const dialog = await open();
    await userEvent.click(dialog.getByRole("button", { name: "Remove stop 1" }));
    const price = await dialog.findByRole("region", { name: "New price" });
    expect(price).toHaveTextContent("£27.90");
    expect(price).toHaveTextContent("+£3.40");
    expect(to(calls, "stops-preview/")).toEqual([{ stops: [place(CASTLE)] }]);
    await userEvent.click(dialog.getByRole("button", { name: "Confirm for £27.90" }));
    await waitFor(() => expect(to(calls, "change-stops/")).toEqual([{ quote_id: "quote-2" }]));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    const list = within(screen.getByRole("region", { name: "Stops" })).getAllByRole("listitem");
    expect(list.map((item) => item.textContent)).toEqual([CASTLE.add]);
    expect(screen.getByRole("button", { name: "Change stops" })).toHaveFocus();
  });

  it("keeps the stops that the car has reached, and numbers the others after them", async () => {
    const calls = show(trip({ ...MARKET, reached_at: THEN }, CASTLE));
    const dialog = await open();
    expect(dialog.getByRole("listitem")).toHaveTextContent(/Stop 1.*Market, Wootton.*Reached at/);
    expect(dialog.queryByRole("combobox", { name: "Stop 1" })).not.toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Add stop" }));
    await userEvent.type(dialog.getByRole("combobox", { name: "Stop 3" }), "union");
    await userEvent.click(await screen.findByRole("option", { name: /Union Street/ }));
    await dialog.findByRole("button", { name: "Confirm for £27.90" });
    expect(to(calls, "stops-preview/").at(-1)).toEqual({
      stops: [place(MARKET), place(CASTLE), { lat: 50.73, lng: -1.16, add: "Union Street, Ryde" }],
    });
  });

  it("begins with an empty stop on a trip without any", async () => {
    const calls = show(trip());
    const dialog = await open("Add stop");
    expect(dialog.getByRole("combobox", { name: "Stop 1" })).toBeInTheDocument();
    expect(dialog.getByText("Choose a place for each stop.")).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Change stops" }));
    expect(posted(calls)).toEqual([]);
  });

  it("says at the stops why they are refused", async () => {
    const detail = "A stop is the same as the place before or after it.";
    show(trip(MARKET, CASTLE), {
      preview: () =>
        Response.json(
          { code: "select_proper", detail, fields: { stops: detail } },
          { status: 400 },
        ),
    });
    const dialog = await open();
    await userEvent.click(dialog.getByRole("button", { name: "Move stop 2 up" }));
    const field = dialog.getByRole("combobox", { name: "Stop 1" });
    await waitFor(() => expect(field).toBeInvalid());
    expect(field).toHaveAccessibleDescription(new RegExp(detail));
    expect(dialog.queryByRole("region", { name: "New price" })).not.toBeInTheDocument();
  });

  it("retries a price that failed", async () => {
    let fails = true;
    show(trip(MARKET), {
      preview: () => (fails ? refusal("no_route_found", 422) : Response.json(PREVIEW)),
    });
    const dialog = await open();
    await userEvent.click(dialog.getByRole("button", { name: "Remove stop 1" }));
    const retry = await dialog.findByRole("button", { name: "Try again" });
    expect(dialog.getByText("This trip has no stops.")).toBeInTheDocument();
    fails = false;
    await userEvent.click(retry);
    expect(await dialog.findByRole("button", { name: "Confirm for £27.90" })).toBeInTheDocument();
  });

  it("stays open when the car has reached the stop meanwhile, and shows the trip again", async () => {
    const reached = { ...MARKET, reached_at: THEN };
    let booking = trip(MARKET, CASTLE);
    const calls = mockTripApi(booking, {
      "settings/public/": settings,
      "bookings/81/": () => Response.json(booking),
      "bookings/81/stops-preview/": () => Response.json(PREVIEW),
      "bookings/81/change-stops/": () => {
        booking = trip(reached, CASTLE);
        return refusal("stop_reached", 409);
      },
    });
    showTrip();
    const dialog = await open();
    await userEvent.click(dialog.getByRole("button", { name: "Remove stop 1" }));
    await userEvent.click(await dialog.findByRole("button", { name: "Confirm for £27.90" }));
    expect(await dialog.findByText(/already reached this stop/)).toBeInTheDocument();
    await userEvent.click(await dialog.findByRole("button", { name: "Show the current booking" }));
    expect(dialog.getByRole("listitem")).toHaveTextContent("Market, Wootton");
    expect(dialog.getByRole("combobox", { name: "Stop 2" })).toHaveValue(CASTLE.add);
    expect(to(calls, "change-stops/")).toHaveLength(1);
  });

  it("says what the wallet pays", async () => {
    show(trip(MARKET), {
      preview: () => Response.json({ ...PREVIEW, refunded: "4.00", difference: "-4.00" }),
    });
    const dialog = await open();
    await userEvent.click(dialog.getByRole("button", { name: "Remove stop 1" }));
    expect(await dialog.findByText("£4.00 is refunded to your wallet.")).toBeInTheDocument();
  });

  it("confirms before changes are discarded", async () => {
    show(trip(MARKET));
    const dialog = await open();
    await userEvent.click(dialog.getByRole("button", { name: "Remove stop 1" }));
    await userEvent.keyboard("{Escape}");
    expect(await screen.findByRole("button", { name: "Keep editing" })).toBeInTheDocument();
  });

  it("is not offered once the trip is over", async () => {
    show(ride("REACHED", { stops: [MARKET] }));
    await screen.findByRole("region", { name: "Stops" });
    expect(screen.queryByRole("button", { name: "Change stops" })).not.toBeInTheDocument();
  });
});
