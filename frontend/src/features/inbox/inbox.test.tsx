import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { InboxMessage } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { InboxBell } from "./inbox-bell";
import { unreadOf } from "./unread";

const message = (id: number, read: boolean, changes: Partial<InboxMessage> = {}): InboxMessage => ({
  id,
  title: `Notice ${id}`,
  msg: "Ben is at the pickup.",
  screen: "BookingCab",
  data: { booking_id: 81 },
  created_at: new Date(Date.now() - 5 * 60_000).toISOString(),
  read_at: read ? "2026-11-01T10:00:00Z" : null,
  ...changes,
});

interface Page {
  next: string | null;
  results: InboxMessage[];
}

/** Fakes an inbox with pages by cursor and a read marker. */
function serve(pages: Record<string, Page>) {
  const reads: unknown[] = [];
  const cursors: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (url.endsWith("me/inbox/read/")) {
      const { up_to } = JSON.parse(String(init.body));
      reads.push(up_to);
      for (const page of Object.values(pages)) {
        for (const found of page.results) if (found.id <= up_to) found.read_at ??= "2026-11-02";
      }
      return new Response(null, { status: 204 });
    }
    if (!url.includes("me/inbox/")) return Response.json({});
    const cursor = new URL(url, "http://x").searchParams.get("cursor") ?? "";
    cursors.push(cursor);
    const page = pages[cursor];
    return page ? Response.json(page) : Response.json({ code: "unavailable" }, { status: 400 });
  });
  return { reads, cursors };
}

function Address() {
  return <output aria-label="address">{useLocation().pathname}</output>;
}

function show() {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <InboxBell />
          <Address />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

// On a slow machine the first page takes a while to load.
const bell = (name: string | RegExp) => screen.findByRole("button", { name });

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("the bell", () => {
  it("counts new messages down to the first read one", () => {
    const page = { next: null, results: [message(9, false), message(8, false), message(7, true)] };
    expect(unreadOf([page])).toEqual({ count: 2, more: false });
    expect(unreadOf([{ next: "c", results: [message(9, false)] }])).toEqual({
      count: 1,
      more: true,
    });
    expect(unreadOf([])).toEqual({ count: 0, more: false });
  });

  it("announces the number", async () => {
    serve({ "": { next: null, results: [message(9, false), message(8, true)] } });
    show();
    expect(await bell("Inbox, 1 new notification")).toHaveTextContent("1");
  });

  it("shows no number when nothing is new", async () => {
    serve({ "": { next: null, results: [message(8, true)] } });
    show();
    expect(await bell("Inbox")).toHaveTextContent(/^$/);
  });

  it('shows at most "9+"', async () => {
    const results = Array.from({ length: 20 }, (_, place) => message(40 - place, false));
    serve({ "": { next: "c", results } });
    show();
    expect(await bell("Inbox, more than 20 new notifications")).toHaveTextContent("9+");
  });
});

describe("the inbox", () => {
  it("is marked as read once visible, and keeps its marks while it is open", async () => {
    const { reads } = serve({ "": { next: null, results: [message(9, false), message(8, true)] } });
    show();
    await userEvent.click(await bell("Inbox, 1 new notification"));
    const [first, second] = await screen.findAllByRole("listitem");
    await waitFor(() => expect(reads).toEqual([9]));
    expect(await screen.findByRole("button", { name: "Inbox", hidden: true })).toBeInTheDocument();
    expect(within(first as HTMLElement).getByText("New")).toBeInTheDocument();
    expect(within(second as HTMLElement).queryByText("New")).not.toBeInTheDocument();
  });

  it("opens each message's page, and closes", async () => {
    serve({
      "": {
        next: null,
        results: [message(9, true), message(8, true, { screen: "wallet", data: {} })],
      },
    });
    show();
    await userEvent.click(await bell("Inbox"));
    const links = await screen.findAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/bookings/81", "/profile"]);
    (links[0] as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    expect(screen.getByLabelText("address")).toHaveTextContent("/bookings/81");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("loads earlier messages on demand by the server's cursor", async () => {
    const { cursors } = serve({
      "": { next: "c1", results: [message(9, true)] },
      c1: { next: null, results: [message(3, true)] },
    });
    show();
    await userEvent.click(await bell("Inbox"));
    await userEvent.click(await screen.findByRole("button", { name: "Show earlier" }));
    expect(await screen.findByText("Notice 3")).toBeInTheDocument();
    expect(screen.getByText("Notice 9")).toBeInTheDocument();
    expect(cursors).toEqual(["", "c1"]);
    expect(screen.queryByRole("button", { name: "Show earlier" })).not.toBeInTheDocument();
  });

  it("shows that there are no messages", async () => {
    serve({ "": { next: null, results: [] } });
    show();
    await userEvent.click(await bell("Inbox"));
    expect(await screen.findByText("No notifications yet")).toBeInTheDocument();
  });

  it("can be retried when it cannot be loaded", async () => {
    const pages: Record<string, Page> = {};
    serve(pages);
    show();
    await userEvent.click(await bell("Inbox"));
    expect(await screen.findByRole("alert")).toHaveTextContent("isn’t responding");
    pages[""] = { next: null, results: [message(9, true)] };
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Notice 9")).toBeInTheDocument();
  });

  it("closes on Escape and returns the focus to the bell", async () => {
    serve({ "": { next: null, results: [] } });
    show();
    await userEvent.click(await bell("Inbox"));
    await screen.findByRole("dialog", { name: "Inbox" });
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole("button", { name: "Inbox" })).toHaveFocus());
  });
});
