import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Booking } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { HoldSheet, holdMinutes } from "./hold-sheet";

const MINUTE = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
const record = (changes: Partial<Booking> = {}) =>
  ({
    id: 81,
    trip_date: ago(0),
    redispatched_at: null,
    held_until: null,
    hold_reason: "",
    actions: ["hold"],
    ...changes,
  }) as Booking;

function show(booking: Booking) {
  const sent: { path: string; body: Record<string, string> }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const path = url.replace("/api/v1/", "");
    if (init.method === "POST") sent.push({ path, body: JSON.parse(String(init.body || "{}")) });
    return Response.json(
      path.startsWith("bookings/") ? booking : { symbol: "£", decimal: 2, results: [] },
    );
  });
  const onClose = vi.fn();
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <HoldSheet booking={booking} onClose={onClose} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { sent, onClose };
}

const sheet = async () => within(await screen.findByRole("dialog", { name: "Put on hold" }));

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("the times of a hold", () => {
  it("leave time for a search before the booking is cancelled", () => {
    expect(holdMinutes(record(), Date.now())).toEqual([5, 10, 15, 20]);
    expect(holdMinutes(record({ trip_date: ago(12) }), Date.now())).toEqual([5, 10]);
    expect(holdMinutes(record({ trip_date: ago(22) }), Date.now())).toEqual([3]);
    const again = record({ trip_date: ago(60), redispatched_at: ago(1) });
    expect(holdMinutes(again, Date.now())).toEqual([5, 10, 15, 20]);
    expect(holdMinutes(record({ trip_date: ago(-15) }), Date.now())).toEqual([
      5, 10, 15, 20, 30, 40,
    ]);
  });
});

describe("a hold", () => {
  it("is sent with its reason and the time in ten minutes", async () => {
    const { sent, onClose } = show(record());
    const dialog = await sheet();
    await userEvent.type(dialog.getByLabelText("Reason"), " Calls back ");
    await userEvent.click(dialog.getByRole("button", { name: "Put on hold" }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const [{ path, body }] = sent as [(typeof sent)[0]];
    expect([path, body.reason]).toEqual(["bookings/81/hold/", "Calls back"]);
    expect(Math.abs(Date.parse(body.until ?? "") - Date.now() - 10 * MINUTE)).toBeLessThan(5_000);
  });

  it("can be released, or given another time", async () => {
    const { sent, onClose } = show(
      record({
        held_until: ago(-5),
        hold_reason: "Calls back",
        actions: ["hold", "release-hold"],
      }),
    );
    const dialog = await sheet();
    expect(dialog.getByText(/^On hold until/)).toHaveTextContent("Calls back");
    expect(dialog.getByLabelText("Reason")).toHaveValue("Calls back");
    await userEvent.click(dialog.getByRole("button", { name: "Release now" }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent.map(({ path }) => path)).toEqual(["bookings/81/release-hold/"]);
  });

  it("can only be released shortly before the booking is cancelled", async () => {
    const { sent } = show(record({ held_until: ago(-1), actions: ["release-hold"] }));
    const dialog = await sheet();
    expect(dialog.queryByLabelText("Reason")).toBeNull();
    await userEvent.click(dialog.getByRole("button", { name: "Release now" }));
    await waitFor(() => expect(sent).toHaveLength(1));
  });
});
