import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { LiveCall } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { callsTo, mockBookingApi, signInAs } from "@/testing/mock-booking-api";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { IncomingCalls } from "./incoming-calls";

const socket = vi.hoisted(() => ({
  onEvent: (_event: { type: string }) => undefined as unknown,
}));
vi.mock("@/realtime/hooks", () => ({
  useTopic: (_topic: string, handlers: typeof socket) => Object.assign(socket, handlers),
}));

const call = (changes: Partial<LiveCall> = {}): LiveCall => ({
  id: 1,
  state: "ringing",
  phone: "+447700900101",
  line: "Main",
  answered_by: "",
  caller: { id: 3, name: "Ada Marlowe", user_type: "rider" },
  rang_at: "2026-11-26T10:00:00Z",
  ...changes,
});

let live: LiveCall[] = [];

function Place() {
  const { pathname, search } = useLocation();
  return <p>at {pathname + search}</p>;
}

function show(address = "/") {
  const calls = mockBookingApi({
    "calls/live/": () => new Response(JSON.stringify({ results: live })),
  });
  signInAs("admin");
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[address]}>
          <input aria-label="Other field" />
          <IncomingCalls />
          <Routes>
            <Route path="*" element={<Place />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return calls;
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => {
  live = [call()];
});
afterEach(() => vi.unstubAllGlobals());

describe("incoming calls", () => {
  it("show a known caller with a link to the person and to the booking form", async () => {
    show();
    const card = within(await screen.findByRole("article"));
    expect(card.getByText("Incoming call")).toHaveTextContent("Main");
    expect(card.getByRole("link", { name: "Ada Marlowe" })).toHaveAttribute("href", "/people/3");
    await userEvent.click(card.getByRole("link", { name: "Book" }));
    expect(screen.getByText("at /addbookings?rider=3&call=1")).toBeInTheDocument();
    expect(screen.queryByRole("article")).not.toBeInTheDocument();
  });

  it("give an unknown number to the booking form", async () => {
    live = [call({ caller: null })];
    show();
    expect(await screen.findByText("Unknown caller")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Book" })).toHaveAttribute(
      "href",
      "/addbookings?phone=%2B447700900101",
    );
  });

  it("say which extension answered", async () => {
    live = [call({ state: "answered", answered_by: "202" })];
    show();
    expect(await screen.findByText("Answered by 202")).toBeInTheDocument();
  });

  it("say that the number is withheld", async () => {
    live = [call({ caller: null, phone: "" })];
    show();
    expect(await screen.findByText("Number withheld")).toBeInTheDocument();
  });

  it("open the booking form with C, but not while someone types", async () => {
    show();
    await screen.findByRole("article");
    await userEvent.type(screen.getByLabelText("Other field"), "c");
    expect(screen.getByText("at /")).toBeInTheDocument();
    screen.getByLabelText("Other field").blur();
    await userEvent.keyboard("c");
    expect(screen.getByText("at /addbookings?rider=3&call=1")).toBeInTheDocument();
  });

  it("open the form on the board if the call comes there", async () => {
    show("/desk");
    await screen.findByRole("article");
    expect(screen.getByRole("link", { name: "Book" })).toHaveAttribute(
      "href",
      "/desk?new=1&rider=3&call=1",
    );
    await userEvent.keyboard("c");
    expect(screen.getByText("at /desk?new=1&rider=3&call=1")).toBeInTheDocument();
  });

  it("appear and change with events", async () => {
    live = [];
    const calls = show();
    await waitFor(() => expect(callsTo(calls, "calls/live/")).toHaveLength(1));
    live = [call({ state: "answered" })];
    act(() => void socket.onEvent({ type: "call.changed" }));
    expect(await screen.findByText("On the phone")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Dismiss call" }));
    expect(screen.queryByRole("article")).not.toBeInTheDocument();
  });
});
