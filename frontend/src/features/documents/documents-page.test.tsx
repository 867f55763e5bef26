import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { ReviewedDocument } from "@/api/fleet";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { DocumentsPage } from "./documents-page";

const PERMIT: ReviewedDocument = {
  id: 5,
  subject: "driver",
  kind: "permit",
  url: "/media/first.jpg",
  number: "P 1",
  expires_on: null,
  claimed_expires_on: "2030-12-31",
  expired: false,
  state: "pending",
  note: "",
  created_at: "2026-11-22T05:00:00Z",
  reviewed_at: null,
  driver: { id: 8, name: "Ben Carisbrooke" },
  vehicle: null,
  photo: "aaaa",
  uploaded_by_driver: true,
  reviewed_by: null,
  may_review: true,
};

let shown: ReviewedDocument;
let answer: () => Response;
let lists: URLSearchParams[];
let sent: { path: string; body: unknown }[];

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

beforeEach(() => {
  shown = PERMIT;
  answer = () => Response.json(shown);
  lists = [];
  sent = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string, init: RequestInit = {}) => {
      if (url.includes("settings/public")) return Response.json({ time_zone: "UTC" });
      if (url.includes("views/")) return Response.json({ results: [] });
      if (init.method === "POST") {
        sent.push({ path: url, body: JSON.parse(String(init.body)) });
        return answer();
      }
      if (url.includes("documents/5/")) return Response.json(shown);
      lists.push(new URL(url, "http://localhost").searchParams);
      return Response.json({ next: null, results: [shown] });
    }),
  );
});

afterEach(() => vi.unstubAllGlobals());

const refusal = (status: number, code: string, fields = {}) =>
  Response.json({ code, detail: "", fields }, { status });

async function open() {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={["/documents?document=5"]}>
          <DocumentsPage />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return screen.findByRole("dialog", { name: "Driver permit: Ben Carisbrooke" });
}

const press = async (inside: HTMLElement, name: string) =>
  userEvent.click(await within(inside).findByRole("button", { name }));

describe("documents", () => {
  it("lists those that wait for review, with the date that the driver entered", async () => {
    await open();
    const table = await screen.findByRole("grid", { hidden: true });
    expect(await within(table).findByText("Ben Carisbrooke")).toBeInTheDocument();
    expect(within(table).getByText("31 Dec 2030")).toBeInTheDocument();
    expect(lists[0]?.get("state")).toBe("pending");
  });

  it("accepts a document with the corrected expiry date, for the photo that was shown", async () => {
    const panel = await open();
    const day = within(panel).getByRole("textbox", { name: "Expires on" });
    expect(day).toHaveAccessibleDescription(/Entered by the driver: 31 Dec 2030/);
    await userEvent.clear(day);
    await userEvent.type(day, "30/06/2029");
    await press(panel, "Accept");
    await waitFor(() => expect(panel).not.toBeInTheDocument());
    expect(sent).toEqual([
      { path: "/api/v1/documents/5/accept/", body: { photo: "aaaa", expires_on: "2029-06-30" } },
    ]);
  });

  it("reloads a document whose photo was replaced, and says so", async () => {
    const panel = await open();
    answer = () => {
      shown = {
        ...PERMIT,
        photo: "bbbb",
        url: "/media/second.jpg",
        claimed_expires_on: "2031-01-31",
      };
      return refusal(409, "document_changed");
    };
    await press(panel, "Accept");
    expect(await within(panel).findByRole("alert")).toHaveTextContent("The photo was replaced.");
    await waitFor(() =>
      expect(panel.querySelector("img")).toHaveAttribute("src", "/media/second.jpg"),
    );
    expect(within(panel).getByRole("textbox", { name: "Expires on" })).toHaveValue("31 Jan 2031");
    answer = () => Response.json(shown);
    await press(panel, "Accept");
    await waitFor(() => expect(panel).not.toBeInTheDocument());
    expect(sent[1]?.body).toEqual({ photo: "bbbb", expires_on: "2031-01-31" });
  });

  it("rejects only with a reason", async () => {
    const panel = await open();
    await press(panel, "Reject");
    const sheet = await screen.findByRole("dialog", { name: "Reject this document?" });
    answer = () => refusal(400, "invalid", { reason: "Enter a reason." });
    await press(sheet, "Reject");
    const reason = within(sheet).getByRole("textbox", { name: "Reason" });
    await waitFor(() => expect(reason).toBeInvalid());
    answer = () => Response.json(shown);
    await userEvent.type(reason, "Blurred");
    await press(sheet, "Reject");
    await waitFor(() => expect(panel).not.toBeInTheDocument());
    expect(sent[1]).toEqual({
      path: "/api/v1/documents/5/reject/",
      body: { photo: "aaaa", reason: "Blurred" },
    });
  });

  it("shows a fleet admin who may not review no decision", async () => {
    shown = { ...PERMIT, may_review: false };
    const panel = await open();
    expect(
      await within(panel).findByText("Only an admin can review documents."),
    ).toBeInTheDocument();
    expect(within(panel).queryByRole("button", { name: "Accept" })).not.toBeInTheDocument();
    expect(within(panel).queryByRole("button", { name: "Reject" })).not.toBeInTheDocument();
  });
});

describe("the photo", () => {
  it("closes alone on Escape, and the panel stays", async () => {
    const panel = await open();
    await userEvent.click(await within(panel).findByRole("button", { name: /Driver permit/ }));
    await screen.findByRole("dialog", { name: "Driver permit" });
    await userEvent.keyboard("{Escape}");
    await waitFor(() =>
      expect(screen.queryByRole("dialog", { name: "Driver permit" })).not.toBeInTheDocument(),
    );
    expect(screen.getByRole("dialog", { name: "Driver permit: Ben Carisbrooke" })).toBeVisible();
  });
});
