import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Rank, RankPlace } from "@/api/ranks";
import { loadRest, startI18n } from "@/i18n/setup";
import { realtime } from "@/realtime/realtime";
import type { TopicListener } from "@/realtime/subscriptions";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { RanksPage } from "./ranks-page";

const STATION: Rank = {
  id: 4,
  name: "Station",
  lat: 50.7003,
  lng: -1.2928,
  radius_m: 150,
  max_drivers: 8,
  active: true,
  waiting: 1,
  created_at: "2026-05-04T10:30:00Z",
};
const BEN: RankPlace = {
  id: 9,
  driver: { id: 31, name: "Ben Quill" },
  plate: "AB12 CDE",
  automatic: false,
  entered_at: "2026-05-04T10:30:00Z",
  outside_since: null,
  missed_offers: 1,
};

let rows: Rank[];
let queue: () => Response;
let ended: (url: string) => Response;
let answer: Response;
let sent: { path: string; method: string; body: unknown }[];
let listener: TopicListener | null;

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

beforeEach(() => {
  rows = [STATION];
  // Relative to the panel, which is open for less than half a minute.
  queue = () => {
    const entered_at = new Date(Date.now() - 11.5 * 60_000).toISOString();
    return Response.json({ entries: [{ ...BEN, entered_at }] });
  };
  ended = () => Response.json({ entries: [] });
  answer = Response.json(STATION);
  sent = [];
  listener = null;
  vi.spyOn(realtime, "subscribe").mockImplementation((topic, handlers) => {
    if (topic === "ranks") listener = handlers;
    return () => undefined;
  });
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string, init: RequestInit = {}) => {
      const method = init.method ?? "GET";
      if (method !== "GET") {
        sent.push({ path: url, method, body: JSON.parse(String(init.body ?? "null")) });
        return answer.clone();
      }
      if (url.includes("settings/public")) return Response.json({ time_zone: "UTC" });
      if (url.includes("/queue/")) return queue();
      if (url.includes("/places/")) return ended(url);
      if (url.includes("/ranks/")) return Response.json({ next: null, results: rows });
      if (url.includes("/map/")) return Response.json({ code: "map_unavailable" }, { status: 503 });
      return Response.json({ results: [] });
    }),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show() {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <RanksPage />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

async function openAction(name: string) {
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Station" }));
  await userEvent.click(await screen.findByRole("menuitem", { name, hidden: true }));
  return screen.findByRole("dialog");
}

const press = (box: HTMLElement, name: string) =>
  userEvent.click(within(box).getByRole("button", { name }));

describe("taxi ranks", () => {
  it("are listed with their queues", async () => {
    show();
    const row = (await screen.findByText("Station")).closest("tr");
    for (const text of ["1 of 8", "150", "Open"]) expect(row).toHaveTextContent(text);
  });

  it("show below the queue which places ended on a day, and why", async () => {
    const days: (string | null)[] = [];
    ended = (url) => {
      const day = new URL(url, "http://localhost").searchParams.get("day");
      days.push(day);
      const place = {
        ...BEN,
        ended_at: "2026-05-04T11:05:00Z",
        end_reason: "removed",
        note: "Broken meter",
      };
      return Response.json({ entries: day ? [] : [place] });
    };
    show();
    const panel = await openAction("Queue");
    const table = await within(panel).findByRole("table");
    for (const text of ["Ben Quill", "Removed by an admin", "Broken meter"]) {
      expect(table).toHaveTextContent(text);
    }
    fireEvent.change(within(panel).getByLabelText("Day"), { target: { value: "2026-05-03" } });
    expect(
      await within(panel).findByText("No driver left the queue on this day."),
    ).toBeInTheDocument();
    expect(days).toEqual([null, "2026-05-03"]);
  });

  it("explain dispatch if there are none", async () => {
    rows = [];
    show();
    expect(await screen.findByText("No taxi ranks yet.")).toBeInTheDocument();
    expect(screen.getByText(/goes through the usual dispatch/)).toBeInTheDocument();
  });

  it("are added by their numbers, without the map", async () => {
    show();
    const [add] = await screen.findAllByRole("button", { name: "Add taxi rank" });
    await userEvent.click(add as HTMLElement);
    const panel = await screen.findByRole("dialog");
    for (const [label, text] of [
      ["Name", "Harbour"],
      ["Latitude", "50.75"],
      ["Longitude", "-1.29"],
    ] as const) {
      await userEvent.type(within(panel).getByRole("textbox", { name: label }), text);
    }
    await press(panel, "Add taxi rank");
    await waitFor(() =>
      expect(sent).toEqual([
        {
          path: "/api/v1/ranks/",
          method: "POST",
          body: {
            name: "Harbour",
            lat: "50.75",
            lng: "-1.29",
            radius_m: "100",
            max_drivers: "20",
            active: true,
          },
        },
      ]),
    );
  });

  it("show at the name that it is taken", async () => {
    answer = Response.json({ code: "rank_name_taken", detail: "" }, { status: 409 });
    show();
    const panel = await openAction("Edit");
    await press(panel, "Save");
    expect(await within(panel).findByRole("alert")).toHaveTextContent("Another rank has this name");
    expect(within(panel).getByRole("textbox", { name: "Name" })).toBeInvalid();
  });

  it("show a refusal at its field", async () => {
    const message = "Ensure this value is less than or equal to 5000.";
    answer = Response.json(
      { code: "invalid", detail: "", fields: { radius_m: message } },
      { status: 400 },
    );
    show();
    const panel = await openAction("Edit");
    const radius = within(panel).getByRole("textbox", { name: "Radius (metres)" });
    await userEvent.type(radius, "00");
    await press(panel, "Save");
    expect(await within(panel).findByText(message)).toBeInTheDocument();
    expect(radius).toBeInvalid();
    expect(radius).toHaveFocus();
  });

  it("stay if drivers have used them", async () => {
    answer = Response.json({ code: "rank_in_use", detail: "" }, { status: 409 });
    show();
    const sheet = await openAction("Delete");
    await press(sheet, "Delete");
    expect(await within(sheet).findByRole("alert")).toHaveTextContent("Close it instead");
  });

  it("show their drivers with waiting times, and follow the events", async () => {
    show();
    const panel = await openAction("Queue");
    const [first] = await within(panel).findAllByRole("listitem");
    for (const text of ["1", "Ben Quill", "AB12 CDE", "12 min", "One offer not taken"]) {
      expect(first).toHaveTextContent(text);
    }
    queue = () => Response.json({ entries: [] });
    act(() => listener?.onRefetch?.());
    expect(await within(panel).findByText("No drivers are waiting.")).toBeInTheDocument();
  });

  it("let an admin remove a driver with a reason", async () => {
    answer = new Response(null, { status: 204 });
    show();
    const panel = await openAction("Queue");
    await userEvent.click(await within(panel).findByRole("button", { name: "Remove: Ben Quill" }));
    const sheet = await screen.findByRole("dialog", { name: /Remove Ben Quill/ });
    await userEvent.type(within(sheet).getByRole("textbox", { name: "Reason" }), "Broken meter");
    await press(sheet, "Remove");
    await waitFor(() =>
      expect(sent).toEqual([
        {
          path: "/api/v1/ranks/places/9/remove/",
          method: "POST",
          body: { reason: "Broken meter" },
        },
      ]),
    );
  });

  it("offer a retry if a queue cannot be loaded", async () => {
    queue = () => Response.json({ code: "broken", detail: "" }, { status: 400 });
    show();
    const panel = await openAction("Queue");
    expect(await within(panel).findByRole("button", { name: /again/i })).toBeInTheDocument();
  });
});
