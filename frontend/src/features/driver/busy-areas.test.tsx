import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { HeatMapCell } from "@/api/demand";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { BusyAreasCard } from "./busy-areas";
import { busiestOf, useBusyAreas } from "./use-busy-areas";

const HERE = { lat: 50.7, lng: -1.29 };

const cell = (id: string, level: number, name = "Newport", lat = 50.7): HeatMapCell => ({
  id,
  level,
  name,
  lat,
  lng: -1.29,
  south: lat - 0.00225,
  north: lat + 0.00225,
  west: -1.2935,
  east: -1.2865,
});

let answer: () => Response | Promise<Response>;
let requests: number;

function Card({ offered = true }: { offered?: boolean }) {
  const areas = useBusyAreas(offered, HERE);
  return (
    <>
      <BusyAreasCard areas={areas} />
      <output>{JSON.stringify({ shapes: areas.shapes.length, fit: areas.fit })}</output>
    </>
  );
}

function show(offered = true) {
  const client = createQueryClient();
  const page = (visible: boolean) => (
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <Card offered={visible} />
      </QueryClientProvider>
    </ThemeProvider>
  );
  const { rerender } = render(page(offered));
  return (visible: boolean) => rerender(page(visible));
}

const map = () => JSON.parse(screen.getByRole("status", { hidden: true }).textContent ?? "");
const toggle = () => screen.getByRole("button", { name: "Busy areas" });

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

beforeEach(() => {
  localStorage.clear();
  requests = 0;
  answer = () =>
    Response.json({
      on: true,
      computed_at: "2026-05-04T10:30:00Z",
      cells: [cell("1:1", 5), cell("2:2", 3, "Far", 50.9), cell("3:3", 3, "", 50.711)],
    });
  vi.stubGlobal("fetch", async (url: string) => {
    if (!url.includes("driver/heat-map/")) return Response.json({ time_zone: "UTC" });
    requests += 1;
    return answer();
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("reads nothing until it is switched on, and remembers that on this device", async () => {
  show();
  expect(toggle()).toHaveAttribute("aria-pressed", "false");
  expect(requests).toBe(0);
  await userEvent.click(toggle());
  const rows = within(await screen.findByRole("list", { name: "Busiest areas" }));
  expect(rows.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
    "NewportLevel 5 of 5 · 0 m · Show on the map",
    "Unnamed areaLevel 3 of 5 · 1.2 km · Show on the map",
    "FarLevel 3 of 5 · 22.2 km · Show on the map",
  ]);
  expect(screen.getByText(/aren’t guaranteed/)).toBeInTheDocument();
  expect(map().shapes).toBe(3);
  cleanup();
  show();
  expect(await screen.findByRole("list", { name: "Busiest areas" })).toBeInTheDocument();
});

it("centres the map on an area, and shows all of them again", async () => {
  show();
  await userEvent.click(toggle());
  const far = await screen.findByRole("button", { name: /^Far/ });
  expect(map().fit).toHaveLength(6);
  await userEvent.click(far);
  expect(far).toHaveAttribute("aria-pressed", "true");
  expect(map().fit).toHaveLength(2);
  expect(map().fit[0].lat).toBeCloseTo(50.898, 3);
  await userEvent.click(far);
  expect(map().fit).toHaveLength(6);
});

it("opens directions to an area by name", async () => {
  show();
  await userEvent.click(toggle());
  const navigate = await screen.findByRole("button", { name: "Navigate: Far" });
  await userEvent.click(navigate);
  const google = await screen.findByRole("menuitem", { name: "Google Maps", hidden: true });
  expect(google).toHaveAttribute("href", expect.stringContaining("50.9,-1.29"));
});

it("is hidden and read no more on a trip", async () => {
  const rerender = show();
  await userEvent.click(toggle());
  await screen.findByRole("list", { name: "Busiest areas" });
  rerender(false);
  expect(screen.queryByRole("button", { name: "Busy areas" })).toBeNull();
  expect(map()).toEqual({ shapes: 0, fit: [] });
});

it("is read again each minute while it is visible", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.setItem("hansom.busy-areas", "true");
  const rerender = show();
  await waitFor(() => expect(requests).toBe(1));
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(requests).toBe(2);
  rerender(false);
  await act(() => vi.advanceTimersByTimeAsync(180_000));
  expect(requests).toBe(2);
});

it("says that no area is busy", async () => {
  answer = () => Response.json({ on: true, computed_at: "2026-05-04T10:30:00Z", cells: [] });
  show();
  await userEvent.click(toggle());
  expect(await screen.findByText("No busy areas right now")).toBeInTheDocument();
});

it("can be tried again after an error", async () => {
  const working = answer;
  answer = () => Response.json({ code: "no_permission", detail: "" }, { status: 403 });
  show();
  await userEvent.click(toggle());
  const retry = await screen.findByRole("button", { name: /Try again/i });
  answer = working;
  await userEvent.click(retry);
  expect(await screen.findByRole("list", { name: "Busiest areas" })).toBeInTheDocument();
});

it("lists equal levels by distance, and works without a position", () => {
  const cells = [cell("a", 2, "A", 50.9), cell("b", 2, "B"), cell("c", 4, "C", 51), cell("d", 1)];
  expect(busiestOf(cells, HERE).map((area) => area.cell.id)).toEqual(["c", "b", "a"]);
  const unplaced = busiestOf(cells, null);
  expect(unplaced.map((area) => [area.cell.id, area.distance])).toEqual([
    ["c", null],
    ["a", null],
    ["b", null],
  ]);
});
