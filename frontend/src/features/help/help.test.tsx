import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { HelpCasePage } from "./help-case-page";
import { HelpPage } from "./help-page";

const socket = vi.hoisted(() => ({
  onEvent: (_event: { type: string }) => undefined as unknown,
}));
vi.mock("@/realtime/hooks", () => ({
  useTopic: (_topic: string, handlers: typeof socket) => Object.assign(socket, handlers),
}));

const ROW = {
  id: 12,
  kind: "lost_property",
  state: "waiting",
  booking: { id: 81, reference: "GVNE6A" },
  outcome: "",
  created_at: "2026-11-27T10:00:00Z",
  updated_at: "2026-11-27T10:00:00Z",
};
const MESSAGES = [
  {
    id: 1,
    by_staff: false,
    text: "A green umbrella",
    photos: [],
    created_at: "2026-11-27T10:00:00Z",
  },
  { id: 2, by_staff: true, text: "Which handle?", photos: [], created_at: "2026-11-27T10:05:00Z" },
];
const TRIP = {
  id: 81,
  reference: "GVNE6A",
  trip_date: "2026-11-27T09:00:00Z",
  drop_add: "The Parade, Cowes",
};

function show(path: string, rows: object[] = [ROW], messages = MESSAGES) {
  const posted: [string, unknown][] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, "http://localhost");
    const url = pathname.replace("/api/v1/", "");
    if (init.method === "POST") posted.push([url, JSON.parse(String(init.body))]);
    if (url === "me/cases/" && init.method !== "POST") return Response.json({ results: rows });
    if (url.startsWith("me/cases/")) return Response.json({ ...ROW, messages });
    if (url === "bookings/") return Response.json({ results: [TRIP], next: null });
    return Response.json({ symbol: "£", decimal: 2 });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ThemeProvider>
        <MemoryRouter initialEntries={[path]}>
          <Routes>
            <Route path="/help" element={<HelpPage />} />
            <Route path="/help/:id" element={<HelpCasePage id={12} />} />
          </Routes>
        </MemoryRouter>
      </ThemeProvider>
    </QueryClientProvider>,
  );
  return posted;
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("help", () => {
  it("lists the reports with their state", async () => {
    show("/help");
    const row = await screen.findByRole("link", { name: /Lost property/ });
    expect(row).toHaveAttribute("href", "/help/12");
    expect(row).toHaveTextContent("Waiting for a reply");
  });

  it("sends a report about the trip that it was opened from", async () => {
    const posted = show("/help?booking=81", []);
    const form = within(await screen.findByRole("dialog", { name: "Report a problem" }));
    await waitFor(() =>
      expect(form.getByRole("combobox", { name: "Trip" })).toHaveDisplayValue(/The Parade, Cowes/),
    );
    await userEvent.type(form.getByRole("textbox", { name: "What happened?" }), "A green umbrella");
    await userEvent.click(form.getByRole("button", { name: "Send" }));
    await waitFor(() =>
      expect(posted).toEqual([
        ["me/cases/", { kind: "lost_property", booking: 81, text: "A green umbrella", photos: [] }],
      ]),
    );
    // The new report is shown.
    expect(await screen.findByText("Which handle?")).toBeVisible();
  });

  it("shows the messages without names of staff, and sends a reply", async () => {
    const posted = show("/help/12");
    const [own, support] = within(
      await screen.findByRole("list", { name: "Messages" }),
    ).getAllByRole("listitem");
    expect(own).toHaveTextContent("You");
    expect(support).toHaveTextContent("Support");
    await userEvent.type(screen.getByRole("textbox", { name: "Message" }), "Brown");
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() =>
      expect(posted).toEqual([["me/cases/12/messages/", { text: "Brown", photos: [] }]]),
    );
  });

  it("shows a reply of support as soon as the socket reports it", async () => {
    const messages = [...MESSAGES];
    show("/help/12", [ROW], messages);
    await screen.findByText("Which handle?");
    messages.push({ ...messages[1], id: 3, text: "Found it" } as (typeof MESSAGES)[number]);
    act(() => void socket.onEvent({ type: "wallet.changed" }));
    expect(screen.queryByText("Found it")).toBeNull();
    act(() => void socket.onEvent({ type: "case.changed" }));
    expect(await screen.findByText("Found it")).toBeVisible();
  });

  it("says that nothing was reported", async () => {
    show("/help", []);
    expect(await screen.findByText("Nothing reported yet")).toBeVisible();
    expect(screen.getByRole("button", { name: "Report a problem" })).toBeVisible();
  });
});
