import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { DemandArea, DeskDemand } from "@/api/demand";
import { createQueryClient } from "@/api/query-client";
import { rememberMe } from "@/api/session";
import type { LatLng, Me } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import type { AreaShape } from "@/map/area-shapes";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { DeskPage } from "./desk-page";

const map = vi.hoisted(() => ({
  areas: [] as readonly AreaShape[],
  areaFit: [] as readonly LatLng[],
}));
vi.mock("./desk-map", () => ({
  DeskMap: ({ areas, areaFit }: typeof map) => {
    Object.assign(map, { areas, areaFit });
    return null;
  },
}));

const RING = [
  [-1.3, 50.69],
  [-1.28, 50.69],
  [-1.28, 50.71],
];

const area = (more: Partial<DemandArea>): DemandArea => ({
  id: "zone/Harbour",
  kind: "zone",
  name: "Harbour",
  rings: [RING],
  waiting: 4,
  free: 1,
  expected: 2.5,
  difference: -5.5,
  ...more,
});

const ALL = area({ id: "all/", kind: "all", name: "", rings: [], free: 9, difference: 2.5 });

let demand: Partial<DeskDemand>;
let fails: boolean;
let requests: string[];

function show(role = "admin") {
  vi.stubGlobal("fetch", async (url: string) => {
    const { pathname } = new URL(url, "http://localhost");
    const path = pathname.replace("/api/v1/", "");
    requests.push(path);
    if (path === "desk/board/") return Response.json({ now: "", jobs: [], more: false });
    if (path === "desk/drivers/") return Response.json({ results: [] });
    if (path === "desk/demand/") {
      return fails
        ? Response.json({ code: "no_permission", detail: "" }, { status: 403 })
        : Response.json(demand);
    }
    return Response.json({ symbol: "£", decimal: 2, results: [] });
  });
  rememberMe({ id: 1, user_type: role } as Me);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ThemeProvider>
        <MemoryRouter>
          <DeskPage sound={null} form={() => null} dialog={() => null} />
        </MemoryRouter>
      </ThemeProvider>
    </QueryClientProvider>,
  );
}

async function switchOn() {
  await userEvent.click(await screen.findByRole("button", { name: "Layout" }));
  await userEvent.click(await screen.findByRole("switch", { name: "Demand by zone" }));
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => {
  localStorage.clear();
  fails = false;
  requests = [];
  demand = {
    computed_at: "2026-05-04T10:30:00Z",
    weeks: 8,
    areas: [ALL, area({}), area({ id: "zone/Old", name: "Old", expected: 0, difference: 1 })],
  };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("is a layer that is off at first and remembered", async () => {
  show();
  await screen.findByText("No open bookings");
  expect(requests).not.toContain("desk/demand/");
  await switchOn();
  const table = await screen.findByRole("table", { name: "Demand" });
  const rows = within(table).getAllByRole("row");
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ["Area", "Waiting", "Free", "Next hour", "Difference"],
    ["Whole area", "4", "9", "2.5", "2.5"],
    ["Harbour", "4", "1", "2.5", "-5.5 ▾ Too few cars"],
    ["Old", "4", "1", "0", "1"],
  ]);
  expect(screen.getByText(/Weeks: 8/)).toBeVisible();
  expect(map.areas.map(({ label, tone }) => [label, tone])).toEqual([
    ["Harbour: -5.5", "short"],
    ["Old: 1", "enough"],
  ]);
  cleanup();
  show();
  expect(await screen.findByRole("table", { name: "Demand" })).toBeVisible();
});

it("shows an area on the map by its name", async () => {
  show();
  await switchOn();
  const button = await screen.findByRole("button", { name: "Harbour" });
  button.focus();
  await userEvent.keyboard("{Enter}");
  expect(button).toHaveAttribute("aria-pressed", "true");
  expect(button).toHaveFocus();
  expect(map.areaFit[0]).toEqual({ lat: 50.69, lng: -1.3 });
});

it("has no number for the next hour in the first weeks", async () => {
  demand = { weeks: 1, areas: [ALL, area({ expected: null, difference: -3 })] };
  show();
  await switchOn();
  expect(await screen.findByText(/after 2 weeks of bookings/)).toBeVisible();
  expect(screen.getByRole("row", { name: /Harbour 4 1 – -3/ })).toBeVisible();
});

it("says that there is nothing to show", async () => {
  demand = { weeks: 0, areas: [ALL] };
  show();
  await switchOn();
  expect(await screen.findByText("No zones, requests or free cars")).toBeVisible();
});

it("can be tried again after an error", async () => {
  fails = true;
  show();
  await switchOn();
  const region = await screen.findByRole("region", { name: "Demand" });
  const retry = await within(region).findByRole("button", { name: /Try again/i });
  fails = false;
  await userEvent.click(retry);
  expect(await screen.findByRole("table", { name: "Demand" })).toBeVisible();
});

it("shows fleet admins the requests of all and their own cars, which are not compared", async () => {
  demand.areas = [{ ...ALL, difference: null }, area({ difference: null })];
  show("fleetadmin");
  await switchOn();
  const table = await screen.findByRole("table", { name: "Demand" });
  const rows = within(table).getAllByRole("row");
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ["Area", "Waiting", "Free", "Next hour"],
    ["Whole area", "4", "9", "2.5"],
    ["Harbour", "4", "1", "2.5"],
  ]);
  expect(screen.getByText(/free cars in your fleet/)).toBeVisible();
});
