import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Case } from "@/api/cases";
import { createQueryClient } from "@/api/query-client";
import { rememberMe } from "@/api/session";
import type { Me } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { CasePanel } from "./case-panel";

const ADA = { id: 7, name: "Ada Marlowe", user_type: "rider" } as const;
const BEN = { id: 8, name: "Ben Carisbrooke", user_type: "driver" } as const;
const CASE = {
  id: 12,
  kind: "complaint",
  state: "open",
  person: ADA,
  booking: { id: 81, reference: "GVNE6A" },
  owner: null,
  due_at: "2030-01-01T12:00:00Z",
  outcome: "",
  created_at: "2026-11-27T10:00:00Z",
  updated_at: "2026-11-27T10:00:00Z",
  closed_at: null,
  other: BEN,
  refundable: "24.5000",
  messages: [
    {
      id: 1,
      audience: "person",
      by_staff: false,
      author_name: "Ada Marlowe",
      text: "The driver took a detour.",
      photos: [
        { id: 5, url: "/media/private/a.jpg" },
        { id: 6, url: "/media/private/b.jpg" },
      ],
      created_at: "2026-11-27T10:00:00Z",
    },
    {
      id: 2,
      audience: "other",
      by_staff: true,
      author_name: "Dora",
      text: "Why this way?",
      photos: [],
      created_at: "2026-11-27T10:05:00Z",
    },
  ],
} as unknown as Case;

function show(
  one: Partial<Case> = {},
  refuse?: Response,
  onRead: (url: string) => void = () => {},
  viewer: Me["user_type"] = "admin",
) {
  const posted: [string, unknown, string | null][] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (init.method && init.method !== "GET") {
      const key = new Headers(init.headers).get("Idempotency-Key");
      posted.push([url.replace("/api/v1/", ""), JSON.parse(String(init.body ?? "null")), key]);
      if (refuse) return refuse.clone();
    }
    if (url.includes("admins/")) {
      const found = [
        { id: 1, first_name: "Dora", last_name: "Ferry" },
        { id: 2, first_name: "Cleo", last_name: "Quay" },
      ];
      return Response.json({ results: found, next: null });
    }
    if (url.includes("settings")) return Response.json({ symbol: "£", decimal: 2 });
    onRead(url);
    return Response.json({ ...CASE, ...one });
  });
  rememberMe({ id: 1, user_type: viewer } as Me);
  const closed = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ThemeProvider>
        <MemoryRouter>
          <CasePanel id={12} onClose={closed} />
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

describe("the panel of a case", () => {
  it("shows the facts, and for whom each message was", async () => {
    show();
    const messages = await screen.findByRole("list", { name: "Messages" });
    const [first, second] = within(messages)
      .getAllByRole("listitem")
      .filter(({ parentElement }) => parentElement === messages);
    expect(first).toHaveTextContent("Ada Marlowe");
    expect(second).toHaveTextContent("To Ben Carisbrooke");
    expect(screen.getByRole("link", { name: "GVNE6A" })).toHaveAttribute("href", "/bookings/81");
    expect(screen.getByText("No owner")).toBeVisible();
  });

  it("sends a message to the chosen reader", async () => {
    const posted = show();
    await screen.findByRole("list", { name: "Messages" });
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "To" }), "Staff only");
    await userEvent.type(screen.getByRole("textbox", { name: "Message" }), "Known for this");
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]?.slice(0, 2)).toEqual([
      "cases/12/messages/",
      { audience: "staff", text: "Known for this", photos: [] },
    ]);
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Message" })).toHaveValue(""));
  });

  it("shows the photos of a message large, by keyboard too, and returns the focus", async () => {
    show();
    const [first] = await screen.findAllByRole("button", { name: "Open photo 1 of 2" });
    await userEvent.click(first as HTMLElement);
    const viewer = within(await screen.findByRole("dialog", { name: "Photo 1 of 2" }));
    expect(viewer.getByRole("img")).toHaveAttribute("src", "/media/private/a.jpg");
    await userEvent.keyboard("{ArrowRight}");
    expect(viewer.getByRole("img", { name: "Photo 2 of 2" })).toHaveAttribute(
      "src",
      "/media/private/b.jpg",
    );
    await userEvent.keyboard("{ArrowRight}{ArrowLeft}{ArrowLeft}");
    expect(viewer.getByRole("img", { name: "Photo 1 of 2" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: /^Photo/ })).toBeNull());
    await waitFor(() => expect(first).toHaveFocus());
  });

  it("fetches new addresses once when those of the photos have expired", async () => {
    const reads = vi.fn();
    show({}, undefined, reads);
    const open = await screen.findByRole("button", { name: "Open photo 1 of 2" });
    const before = reads.mock.calls.length;
    const image = open.querySelector("img") as HTMLImageElement;
    fireEvent.error(image);
    fireEvent.error(image);
    await waitFor(() => expect(reads).toHaveBeenCalledTimes(before + 1));
  });

  it("offers no photos for the other person, who gets only the text", async () => {
    show();
    await userEvent.selectOptions(
      await screen.findByRole("combobox", { name: "To" }),
      "Ben Carisbrooke, Driver",
    );
    expect(screen.queryByRole("button", { name: "Add photos" })).toBeNull();
  });

  it("lets a fleet admin write to the driver or a note, and decide nothing", async () => {
    const posted = show({}, undefined, () => {}, "fleetadmin");
    await screen.findByText(/Support handles this case/);
    for (const name of ["Close case", "Take over", "Change owner or due time"]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
    const to = screen.getByRole("combobox", { name: "To" });
    const readers = within(to).getAllByRole("option");
    expect(readers.map(({ textContent }) => textContent)).toEqual([
      "Ben Carisbrooke, Driver",
      "Note for staff and the fleet admin",
    ]);
    await userEvent.type(screen.getByRole("textbox", { name: "Message" }), "Call me");
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() =>
      expect(posted[0]?.slice(0, 2)).toEqual([
        "cases/12/messages/",
        { audience: "other", text: "Call me", photos: [] },
      ]),
    );
  });

  it("offers a fleet admin only the note once the case is closed", async () => {
    show({ state: "closed", due_at: null }, undefined, () => {}, "fleetadmin");
    const readers = within(await screen.findByRole("combobox", { name: "To" }));
    expect(readers.getAllByRole("option")).toHaveLength(1);
    expect(screen.queryByRole("button", { name: "Reopen case" })).toBeNull();
  });

  it("offers staff the fleet admin as a reader of notes if the trip has one", async () => {
    show({ booking: { id: 81, reference: "GVNE6A", has_fleet: true } });
    const readers = within(await screen.findByRole("combobox", { name: "To" }));
    expect(
      readers.getByRole("option", { name: "Note for staff and the fleet admin" }),
    ).toBeVisible();
  });

  it("closes with a refund and the answer", async () => {
    const posted = show();
    await userEvent.click(await screen.findByRole("button", { name: "Close case" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Close case" }));
    await userEvent.selectOptions(sheet.getByRole("combobox", { name: "Outcome" }), "Refunded");
    expect(await sheet.findByText(/Up to £24.50 can be refunded/)).toBeVisible();
    await userEvent.type(sheet.getByRole("textbox", { name: "Amount" }), "5");
    await userEvent.type(sheet.getByRole("textbox", { name: "Answer to Ada Marlowe" }), "Sorry.");
    await userEvent.click(sheet.getByRole("button", { name: "Close case" }));
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]?.slice(0, 2)).toEqual([
      "cases/12/close/",
      {
        outcome: "refunded",
        text: "Sorry.",
        photos: [],
        amount: "5",
        from_driver: false,
        warning: "",
      },
    ]);
    expect(posted[0]?.[2]).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Close case" })).toBeNull());
  });

  it("shows a refused outcome in the sheet, and tries again with another key", async () => {
    const refusal = Response.json(
      { code: "refund_too_much", detail: "The refund is larger than what the rider paid." },
      { status: 409 },
    );
    const posted = show({}, refusal);
    await userEvent.click(await screen.findByRole("button", { name: "Close case" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Close case" }));
    await userEvent.selectOptions(sheet.getByRole("combobox", { name: "Outcome" }), "Refunded");
    await userEvent.type(sheet.getByRole("textbox", { name: "Amount" }), "500");
    await userEvent.type(sheet.getByRole("textbox", { name: "Answer to Ada Marlowe" }), "Sorry.");
    await userEvent.click(sheet.getByRole("button", { name: "Close case" }));
    expect(await sheet.findByText("The refund is larger than what the rider paid.")).toBeVisible();
    await userEvent.click(sheet.getByRole("button", { name: "Close case" }));
    await waitFor(() => expect(posted).toHaveLength(2));
    expect(posted[0]?.[2]).not.toBe(posted[1]?.[2]);
  });

  it("repeats a request with the same key if its outcome is unknown, and another text with another", async () => {
    const posted = show({}, Response.json({ code: "unavailable", detail: "" }, { status: 503 }));
    await userEvent.type(await screen.findByRole("textbox", { name: "Message" }), "Which way?");
    const send = screen.getByRole("button", { name: "Send" });
    await userEvent.click(send);
    await screen.findByRole("alert");
    await userEvent.click(send);
    await waitFor(() => expect(posted).toHaveLength(2));
    await screen.findByRole("alert");
    await userEvent.type(screen.getByRole("textbox", { name: "Message" }), " And when?");
    await userEvent.click(send);
    await waitFor(() => expect(posted).toHaveLength(3));
    const [first, second, third] = posted.map(([, , key]) => key);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
  });

  it("offers no outcome that this case can't have", async () => {
    show({ other: null as unknown as Case["other"], refundable: "0.0000" });
    await userEvent.click(await screen.findByRole("button", { name: "Close case" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Close case" }));
    const names = within(sheet.getByRole("combobox", { name: "Outcome" }))
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
    expect(names).toEqual(["Answered", "Item returned", "Item not found", "No action"]);
  });

  it("lets staff take over, and reopen a closed case", async () => {
    const posted = show();
    await userEvent.click(await screen.findByRole("button", { name: "Take over" }));
    await waitFor(() => expect(posted[0]?.slice(0, 2)).toEqual(["cases/12/", { owner: 1 }]));
  });

  it("changes owner and due time, and sends only what changed", async () => {
    const posted = show({ owner: { id: 1, name: "Dora Ferry" } as Case["owner"] });
    await userEvent.click(await screen.findByRole("button", { name: "Change owner or due time" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Change owner or due time" }));
    await sheet.findByRole("option", { name: "Cleo Quay" });
    await userEvent.selectOptions(sheet.getByRole("combobox", { name: "Owner" }), "Cleo Quay");
    await userEvent.click(sheet.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(posted[0]?.slice(0, 2)).toEqual(["cases/12/", { owner: 2 }]));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: /owner/ })).toBeNull());
  });

  it("has no due time to change while the person has to reply", async () => {
    show({ state: "waiting", due_at: null });
    await userEvent.click(await screen.findByRole("button", { name: "Change owner or due time" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Change owner or due time" }));
    expect(sheet.queryByText("Due")).toBeNull();
  });

  it("has no reply to a closed case, but opens it again", async () => {
    const posted = show({ state: "closed", outcome: "answered", due_at: null });
    await userEvent.click(await screen.findByRole("button", { name: "Reopen case" }));
    await waitFor(() => expect(posted[0]?.[0]).toBe("cases/12/reopen/"));
    expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
  });
});
