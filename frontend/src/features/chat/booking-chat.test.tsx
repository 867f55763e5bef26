import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Booking, BookingStatus, ChatMessage } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { BookingChat } from "./booking-chat";

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

const ride = (status: BookingStatus) =>
  ({
    id: 81,
    status,
    customer: { id: 5, name: "Ada Marlowe" },
    driver: status === "NEW" ? null : { id: 31, name: "Ben Whitlock" },
  }) as unknown as Booking;

let number = 0;
function chatMessage(message: string, changes: Partial<ChatMessage> = {}): ChatMessage {
  number += 1;
  const at = "2026-11-21T12:00:00Z";
  return {
    id: number,
    client_id: `m${number}`,
    source: "driver",
    sender_name: "Ben Whitlock",
    own: false,
    message,
    created_at: at,
    delivered_at: at,
    read_at: null,
    ...changes,
  };
}

interface Server {
  /** Oldest first. */
  messages: ChatMessage[];
  writable: boolean;
  /** The responses that fail before sending works. */
  failures: Response[];
  posted: { path: string; body: unknown }[];
  read: string[];
}

function serve(messages: ChatMessage[] = [], changes: Partial<Server> = {}): Server {
  const server: Server = {
    messages,
    writable: true,
    failures: [],
    posted: [],
    read: [],
    ...changes,
  };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const path = url.replace("/api/v1/", "");
    if (init.method !== "POST") server.read.push(path);
    if (path === "settings/public/") return json({ time_zone: "UTC" });
    if (init.method === "POST") {
      const body = JSON.parse(String(init.body)) as ChatMessage & { up_to: number };
      server.posted.push({ path, body });
      if (path.endsWith("/read/")) {
        for (const one of server.messages) if (!one.own) one.read_at ??= one.created_at;
        return json({ unread: 0 });
      }
      const failure = server.failures.shift();
      if (failure) return failure;
      const written = chatMessage(body.message, { ...body, own: true, delivered_at: null });
      server.messages.push(written);
      return json(written, 201);
    }
    const unread = server.messages.filter((one) => !one.own && one.read_at === null).length;
    const results = server.messages.toReversed().map((one) => ({ ...one }));
    return json({ next: null, results, open: true, writable: server.writable, unread });
  });
  return server;
}

function show(status: BookingStatus = "ACCEPTED", side: "rider" | "driver" = "rider") {
  return render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <BookingChat booking={ride(status)} side={side} look="icon" />
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

async function open(name: string | RegExp = /^Message/) {
  await userEvent.click(await screen.findByRole("button", { name }));
  return within(await screen.findByRole("dialog"));
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("the chat button", () => {
  it("counts new messages, and announces them politely", async () => {
    serve([chatMessage("Hello"), chatMessage("I’m here")]);
    show();
    const name = "Message Ben, 2 new messages";
    expect(await screen.findByRole("button", { name })).toHaveTextContent("");
    expect(screen.getByRole("status")).toHaveTextContent(name);
  });

  it("is hidden without a driver", () => {
    serve();
    const { container } = show("NEW");
    expect(container.querySelector("button")).toBeNull();
  });

  it("is hidden after a trip without messages", async () => {
    serve([], { writable: false });
    show("PAID");
    await new Promise((done) => setTimeout(done, 50));
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });
});

describe("the conversation", () => {
  it("shows the oldest message first, and is marked as read once visible", async () => {
    const server = serve([chatMessage("First"), chatMessage("Second")]);
    show();
    const sheet = await open();
    const log = await sheet.findByRole("log", { name: "Messages" });
    await waitFor(() => expect(log).toHaveTextContent(/First.*Second/));
    await waitFor(() =>
      expect(server.posted).toEqual([
        { path: "bookings/81/messages/read/", body: { up_to: server.messages[1]?.id } },
      ]),
    );
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Message Ben", hidden: true })).toBeInTheDocument(),
    );
  });

  it("shows the state of the user's own messages", async () => {
    const own = { own: true, source: "rider" } as const;
    const at = "2026-11-21T12:01:00Z";
    serve([
      chatMessage("seen", { ...own, read_at: at }),
      chatMessage("there", own),
      chatMessage("gone", { ...own, delivered_at: null }),
    ]);
    show();
    const sheet = await open();
    for (const mark of ["Read", "Delivered", "Sent"]) {
      expect(await sheet.findByText(mark)).toBeInTheDocument();
    }
  });

  it("shows an invitation when there are no messages", async () => {
    serve();
    show();
    const sheet = await open();
    expect(await sheet.findByText("Say hello to Ben")).toBeInTheDocument();
  });

  it("can be retried when it cannot be loaded", async () => {
    vi.stubGlobal("fetch", async () => json({ code: "too_many_requests", detail: "" }, 429));
    show();
    const sheet = await open();
    expect(await sheet.findByRole("button", { name: "Try again" })).toBeInTheDocument();
  });
});

describe("writing", () => {
  it("sends with Enter, starts a line with Shift+Enter, and sends nothing empty", async () => {
    const server = serve();
    show();
    const sheet = await open();
    const field = await sheet.findByRole("textbox", { name: "Your message" });
    await userEvent.type(field, "  {Enter}");
    expect(server.posted).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, "At the{Shift>}{Enter}{/Shift}gate{Enter}");
    await waitFor(() =>
      expect(server.posted).toMatchObject([{ body: { message: "At the\ngate" } }]),
    );
    expect(field).toHaveValue("");
    expect(await sheet.findByText("Sent")).toBeInTheDocument();
  });

  it("reads nothing but the messages again after one was sent", async () => {
    const server = serve([chatMessage("Hello")]);
    show();
    const sheet = await open();
    await sheet.findByText("Hello");
    await waitFor(() => expect(server.read).toContain("settings/public/"));
    server.read.length = 0;
    await userEvent.type(sheet.getByRole("textbox", { name: "Your message" }), "On my way{Enter}");
    expect(await sheet.findByText("Sent")).toBeInTheDocument();
    await waitFor(() => expect(server.read.length).toBeGreaterThan(0));
    expect(server.read.filter((path) => !path.startsWith("bookings/81/messages/"))).toEqual([]);
  });

  it("sends a quick reply with one tap, by the user's role", async () => {
    const server = serve();
    const { unmount } = show();
    const sheet = await open();
    await userEvent.click(await sheet.findByRole("button", { name: "Where are you now?" }));
    await waitFor(() =>
      expect(server.posted).toMatchObject([{ body: { message: "Where are you now?" } }]),
    );
    unmount();
    show("ACCEPTED", "driver");
    const other = await open("Message Ada");
    expect(await other.findByRole("button", { name: "I’m on my way" })).toBeInTheDocument();
  });

  it("stores unsent messages, and retries them with the same key", async () => {
    const server = serve([], {
      failures: [json({ code: "too_many_requests", detail: "Slow down." }, 429)],
    });
    show();
    const sheet = await open();
    await userEvent.click(await sheet.findByRole("button", { name: "Thank you!" }));
    expect(await sheet.findByText(/Not sent\./)).toBeInTheDocument();
    await userEvent.click(sheet.getByRole("button", { name: "Send again" }));
    expect(await sheet.findByText("Sent")).toBeInTheDocument();
    const [first, again] = server.posted.map(({ body }) => body as { client_id: string });
    expect(first?.client_id).toBe(again?.client_id);
    expect(sheet.getAllByText("Thank you!", { selector: "[dir=auto]" })).toHaveLength(1);
  });

  it("ends with the ride", async () => {
    serve([chatMessage("Bye")], { writable: false });
    show("PAID");
    const sheet = await open();
    expect(
      await sheet.findByText("The trip has ended and the chat is closed."),
    ).toBeInTheDocument();
    expect(sheet.queryByRole("textbox")).not.toBeInTheDocument();
  });
});
