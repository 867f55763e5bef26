import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Booking, ChatMessage } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ChatReader } from "./chat-reader";

const booking = {
  id: 81,
  status: "STARTED",
  customer: { id: 5, name: "Ada Marlowe" },
  driver: { id: 31, name: "Ben Whitlock" },
} as unknown as Booking;

const chatMessage = (
  id: number,
  message: string,
  changes: Partial<ChatMessage> = {},
): ChatMessage => ({
  id,
  client_id: `m${id}`,
  source: "driver",
  sender_name: "Ben Whitlock",
  own: false,
  message,
  created_at: "2026-01-01T12:00:00Z",
  delivered_at: "2026-01-01T12:00:00Z",
  read_at: null,
  ...changes,
});

function show(pages: ChatMessage[][], status = 200) {
  const calls: { url: string; method: string }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (url.includes("settings/public")) return Response.json({ time_zone: "UTC" });
    calls.push({ url, method: init.method ?? "GET" });
    const page = url.includes("cursor=") ? 1 : 0;
    const body = {
      results: pages[page] ?? [],
      next: pages[page + 1] ? "more" : null,
      open: true,
      writable: false,
      unread: 0,
    };
    return Response.json(status === 200 ? body : { code: "chat_not_found" }, { status });
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <ChatReader booking={booking} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return calls;
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("the chat for admins", () => {
  it("shows sender, text, time and read state, newest last", async () => {
    show([
      [
        chatMessage(3, "I have it now", { sender_name: "Bob Ashby" }),
        chatMessage(2, "I’m here"),
        chatMessage(1, "Where are you?", {
          source: "rider",
          sender_name: "Ada Marlowe",
          read_at: "2026-01-01T12:01:00Z",
        }),
      ],
    ]);
    const log = await screen.findByRole("log", { name: "Messages" });
    const lines = [...log.children].map((line) => line.textContent);
    expect(lines[0]).toMatch(/^Rider Ada MarloweWhere are you\?.*Read$/);
    expect(lines[1]).toMatch(/^Driver Ben WhitlockI’m here.*Delivered$/);
    expect(lines[2]).toMatch(/^Driver Bob AshbyI have it now/);
  });

  it("sends nothing, and marks nothing as read", async () => {
    const calls = show([[chatMessage(1, "I’m here")]]);
    await screen.findByText("I’m here");
    expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
    expect(calls.every(({ method }) => method === "GET")).toBe(true);
  });

  it("loads older messages on demand", async () => {
    show([[chatMessage(2, "The second")], [chatMessage(1, "The first")]]);
    await userEvent.click(await screen.findByRole("button", { name: "Older messages" }));
    await waitFor(() => expect(screen.getByText("The first")).toBeInTheDocument());
    const log = within(screen.getByRole("log"));
    expect(log.queryByRole("button", { name: "Older messages" })).not.toBeInTheDocument();
  });

  it("shows that there are no messages", async () => {
    show([[]]);
    expect(await screen.findByText("No messages")).toBeInTheDocument();
  });

  it("is hidden when there is no chat", async () => {
    show([[]], 404);
    await waitFor(() => expect(screen.queryByRole("region")).not.toBeInTheDocument());
  });
});
