import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { OwnRank } from "@/api/ranks";
import { loadRest, startI18n } from "@/i18n/setup";
import type { TopicEvent } from "@/realtime/frames";
import { realtime } from "@/realtime/realtime";
import type { TopicListener } from "@/realtime/subscriptions";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { RankCard } from "./rank-card";

const AT: OwnRank = {
  enabled: true,
  automatic: false,
  place: null,
  near: { id: 4, name: "Station", distance_m: 0, waiting: 2, max_drivers: 8 },
};
const IN: OwnRank = {
  ...AT,
  place: {
    id: 9,
    rank_id: 4,
    rank_name: "Station",
    place: 3,
    waiting: 7,
    entered_at: "2026-05-04T10:30:00Z",
    missed_offers: 0,
    leaves_at: null,
  },
  near: null,
};

let own: OwnRank;
let answer: () => Response;
let sent: string[];
let listeners: Record<string, TopicListener>;

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

beforeEach(() => {
  own = AT;
  answer = () => Response.json(IN);
  sent = [];
  listeners = {};
  vi.spyOn(realtime, "subscribe").mockImplementation((topic, handlers) => {
    listeners[topic] = handlers;
    return () => undefined;
  });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (init.method === "POST") {
      sent.push(`${url} ${init.body ?? ""}`);
      return answer();
    }
    if (url.includes("me/rank/")) return Response.json(own);
    return Response.json({ time_zone: "UTC" });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const show = (hidden = false) =>
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <RankCard hidden={hidden} />
      </QueryClientProvider>
    </ThemeProvider>,
  );

it("checks the driver in and shows the place", async () => {
  show();
  expect(await screen.findByText("Drivers waiting: 2")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Check in" }));
  expect(await screen.findByText("You’re number 3 of 7")).toBeInTheDocument();
  expect(sent).toEqual(['/api/v1/me/rank/ {"rank":4}']);
});

it("updates the place when the queue changes", async () => {
  own = IN;
  show();
  await screen.findByText("You’re number 3 of 7");
  own = { ...IN, place: IN.place && { ...IN.place, place: 2, waiting: 6 } };
  act(() => listeners["rank:4"]?.onRefetch?.());
  expect(await screen.findByText("You’re number 2 of 6")).toBeInTheDocument();
});

it("leaves the queue", async () => {
  own = IN;
  answer = () => Response.json(AT);
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Leave the queue" }));
  expect(await screen.findByRole("button", { name: "Check in" })).toBeInTheDocument();
  expect(sent).toEqual(["/api/v1/me/rank/leave/ "]);
});

it("warns outside the rank and after an offer that was not taken", async () => {
  own = {
    ...IN,
    place: IN.place && { ...IN.place, missed_offers: 1, leaves_at: "2026-05-04T11:45:00Z" },
  };
  show();
  expect(await screen.findByText(/Return by 11:45/)).toBeInTheDocument();
  expect(screen.getByText(/After the next one you lose your place/)).toBeInTheDocument();
});

it("explains why the place was lost", async () => {
  own = IN;
  show();
  await screen.findByText("You’re number 3 of 7");
  own = { ...AT, near: null };
  const event = { type: "rank.changed", data: { rank_id: 4, ended: "left_area" } };
  act(() => listeners.tasks?.onEvent?.(event as TopicEvent));
  expect(await screen.findByText(/because you left the rank/)).toBeInTheDocument();
});

it("cannot be used from a distance or at a full rank", async () => {
  own = { ...AT, near: AT.near && { ...AT.near, distance_m: 400 } };
  const { unmount } = show();
  expect(await screen.findByText(/away/)).toBeInTheDocument();
  expect(screen.queryByRole("button")).toBeNull();
  unmount();
  own = { ...AT, near: AT.near && { ...AT.near, waiting: 8 } };
  show();
  expect(await screen.findByText("This rank is full.")).toBeInTheDocument();
  expect(screen.queryByRole("button")).toBeNull();
});

it("shows a refusal beside the button", async () => {
  answer = () => Response.json({ code: "not_in_rank", detail: "" }, { status: 409 });
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Check in" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("You aren’t at this taxi rank.");
});

it("is hidden without ranks, and beside offers", async () => {
  own = { enabled: false, automatic: false, place: null, near: null };
  const { container, unmount } = show();
  await waitFor(() => expect(listeners.tasks).toBeDefined());
  expect(container.querySelector("section")).toBeNull();
  unmount();
  own = IN;
  const { container: other } = show(true);
  await waitFor(() => expect(listeners["rank:4"]).toBeDefined());
  expect(other.querySelector("section")).toBeNull();
});
