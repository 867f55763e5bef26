import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { ReadOnly } from "@/ui/read-only";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ReasonsPage } from "./reasons-page";
import { reordered } from "./use-reorder";

const LABELS = ["Too late", "Wrong way", "No car"];
let reasons: { id: number; label: string; value: number }[];
let calls: { path: string; method: string; body: unknown }[];
let demo: boolean;
let refuse: boolean;

const refusal = (code: string) =>
  Response.json({ code, detail: "No." }, { status: code === "demo_mode" ? 403 : 400 });

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

beforeEach(() => {
  reasons = LABELS.map((label, value) => ({ id: value + 1, label, value }));
  calls = [];
  demo = false;
  refuse = false;
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string, init: RequestInit = {}) => {
      const method = init.method ?? "GET";
      if (url.includes("settings/public")) {
        return Response.json({ allow_critical_edits_admin: !demo });
      }
      if (method === "GET") return Response.json({ results: reasons });
      const body: unknown = init.body ? JSON.parse(String(init.body)) : null;
      calls.push({ path: url, method, body });
      if (refuse) return refusal("reason_exists");
      const move = /cancel-reasons\/(\d+)\/move/.exec(url);
      const edited = /cancel-reasons\/(\d+)\/$/.exec(url);
      if (method === "PATCH" && edited) {
        const { label } = body as { label: string };
        reasons = reasons.map((one) => (one.id === Number(edited[1]) ? { ...one, label } : one));
        return Response.json(reasons.find(({ id }) => id === Number(edited[1])));
      }
      if (move) reasons = reordered(reasons, Number(move[1]), (body as { to: number }).to);
      return Response.json({ results: reasons });
    }),
  );
});

afterEach(() => vi.unstubAllGlobals());

function show(readOnly = false) {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <ReadOnly when={readOnly}>
            <ReasonsPage />
          </ReadOnly>
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

const order = () =>
  within(screen.getByRole("grid"))
    .getAllByRole("row")
    .slice(1)
    .map((row) => LABELS.find((label) => row.textContent?.includes(label)));

describe("the cancellation reasons", () => {
  it("have no changes for a role that may only view them", async () => {
    show(true);
    expect(await screen.findByText("Too late")).toBeVisible();
    expect(document.querySelector("[draggable=true]")).toBeNull();
    expect(screen.queryByRole("button", { name: /Move|Edit|Delete|Add/ })).toBeNull();
  });

  it("are moved by keyboard, at once, with an announcement", async () => {
    show();
    const up = await screen.findByRole("button", { name: "Move No car up" });
    up.focus();
    await userEvent.keyboard("{Enter}");
    expect(await screen.findByText("No car moved to position 2 of 3.")).toBeInTheDocument();
    expect(order()).toEqual(["Too late", "No car", "Wrong way"]);
    await waitFor(() =>
      expect(calls).toMatchObject([{ path: "/api/v1/cancel-reasons/3/move/", body: { to: 1 } }]),
    );
  });

  it("are rolled back when the server rejects the move", async () => {
    refuse = true;
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Move Too late down" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    await waitFor(() => expect(order()).toEqual(LABELS));
  });

  it("are not moved beyond the ends", async () => {
    show();
    const up = await screen.findByRole("button", { name: "Move Too late up" });
    expect(up).toHaveAttribute("aria-disabled", "true");
    await userEvent.click(up);
    expect(calls).toEqual([]);
  });

  it("are shown ten per page", async () => {
    reasons = Array.from({ length: 12 }, (_, value) => ({
      id: value + 1,
      label: `Reason ${value}`,
      value,
    }));
    show();
    const more = await screen.findByRole("button", { name: "Show more" });
    expect(screen.getAllByRole("row")).toHaveLength(11);
    await userEvent.click(screen.getByRole("button", { name: "Move Reason 9 down" }));
    // A moved reason stays visible.
    expect(await screen.findByText("Reason 9 moved to position 11 of 12.")).toBeInTheDocument();
    expect(screen.getAllByRole("row")).toHaveLength(12);
    await userEvent.click(more);
    await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(13));
    expect(screen.queryByRole("button", { name: "Show more" })).not.toBeInTheDocument();
  });

  it("are searched on the page", async () => {
    show();
    await screen.findByText("Too late");
    await userEvent.type(screen.getByRole("searchbox"), "wrong");
    await waitFor(() => expect(screen.queryByText("Too late")).not.toBeInTheDocument());
    expect(screen.getByText("Wrong way")).toBeInTheDocument();
  });

  it("are edited inline, and rolled back when the server rejects the text", async () => {
    show();
    const edit = async (label: string, text: string) => {
      fireEvent.keyDown((await screen.findByText(label)).closest("td") as HTMLElement, {
        key: "F2",
      });
      const field = await screen.findByRole("textbox", { name: `Edit Reason: ${label}` });
      await userEvent.clear(field);
      await userEvent.type(field, `${text}{Enter}`);
    };
    refuse = true;
    await edit("Too late", "No car");
    expect(await screen.findByText("Too late")).toBeInTheDocument();
    expect(calls).toMatchObject([{ method: "PATCH", body: { label: "No car" } }]);
    refuse = false;
    await edit("Wrong way", "Wrong street");
    expect(await screen.findByText("Wrong street")).toBeInTheDocument();
    await waitFor(() => expect(calls).toHaveLength(2));
  });

  it("are navigated by arrow keys", async () => {
    show();
    await screen.findByText("Too late");
    const cells = screen.getAllByRole("gridcell");
    cells[0]?.focus();
    await userEvent.keyboard("{ArrowDown}{ArrowRight}");
    expect(document.activeElement).toHaveTextContent("Wrong way");
  });

  it("are added, and an error is shown beside the button", async () => {
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Add reason" }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.type(within(dialog).getByRole("textbox"), "No car");
    refuse = true;
    await userEvent.click(within(dialog).getByRole("button", { name: "Add reason" }));
    expect(await within(dialog).findByRole("alert")).toHaveTextContent(
      "This reason is already in the list.",
    );
    expect(calls).toMatchObject([{ method: "POST", body: { label: "No car" } }]);
  });

  it("are read-only in demo mode", async () => {
    demo = true;
    show();
    expect(await screen.findByText(/can’t be changed in demo mode/)).toBeInTheDocument();
    await screen.findByText("Too late");
    expect(screen.queryByRole("button", { name: "Add reason" })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /Move|Delete|Edit/ })).not.toBeInTheDocument();
  });

  it("show when there are none", async () => {
    reasons = [];
    show();
    expect(await screen.findByText("No data available.")).toBeInTheDocument();
  });
});
