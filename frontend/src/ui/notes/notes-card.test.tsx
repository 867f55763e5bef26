import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Note } from "@/api/notes";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { NotesCard } from "./notes-card";
import { PersonFlags } from "./person-flags";

const note = (id: number, more: Partial<Note>): Note => ({
  id,
  flag: "",
  text: "",
  by_name: "Dora Wells",
  created_at: "2026-03-01T10:00:00Z",
  ...more,
});

let notes: Note[];
let answer: Response;
let sent: { path: string; method: string; body: unknown }[];

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

beforeEach(() => {
  notes = [note(2, { flag: "wheelchair", text: "Folding chair" }), note(1, { text: "Side door" })];
  answer = Response.json(note(3, { text: "New" }), { status: 201 });
  sent = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string, init: RequestInit = {}) => {
      const method = init.method ?? "GET";
      if (method !== "GET") {
        sent.push({ path: url, method, body: JSON.parse(String(init.body ?? "null")) });
        return answer.clone();
      }
      if (url.includes("/notes/")) return Response.json({ results: notes });
      return Response.json({ time_zone: "UTC" });
    }),
  );
});

afterEach(() => vi.unstubAllGlobals());

const show = (page = <NotesCard subject={{ person: 7 }} />) =>
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>{page}</QueryClientProvider>
    </ThemeProvider>,
  );

it("lists flags in words and adds a note", async () => {
  show();
  const [first, second] = await screen.findAllByRole("listitem");
  expect(first).toHaveTextContent("Needs a wheelchair-accessible vehicleFolding chairDora Wells");
  expect(second).toHaveTextContent("Side door");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Flag" }), "caution");
  await userEvent.type(screen.getByRole("textbox", { name: "New note" }), " Shouted ");
  notes = [note(3, { flag: "caution", text: "Shouted" }), ...notes];
  await userEvent.click(screen.getByRole("button", { name: "Add note" }));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(3));
  expect(sent[0]?.body).toEqual({ person: 7, text: "Shouted", flag: "caution" });
  expect(screen.getByRole("textbox", { name: "New note" })).toHaveValue("");
});

it("shows why a flag was refused at its field and keeps the text", async () => {
  show();
  await screen.findByText("Side door");
  answer = Response.json(
    { code: "flag_exists", detail: "This person has the flag already." },
    { status: 409 },
  );
  await userEvent.type(screen.getByRole("textbox", { name: "New note" }), "Again");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Flag" }), "wheelchair");
  await userEvent.click(screen.getByRole("button", { name: "Add note" }));
  expect(await screen.findByText("This person has the flag already.")).toBeVisible();
  expect(screen.getByRole("combobox", { name: "Flag" })).toBeInvalid();
  expect(screen.getByRole("textbox", { name: "New note" })).toHaveValue("Again");
});

it("deletes a note after a confirmation", async () => {
  show();
  await screen.findByText("Side door");
  answer = new Response(null, { status: 204 });
  await userEvent.click(screen.getByRole("button", { name: "Delete note: Side door" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete note" });
  notes = notes.slice(0, 1);
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete note" }));
  await waitFor(() => expect(screen.queryByText("Side door")).toBeNull());
  expect(sent).toEqual([
    { path: expect.stringMatching(/notes\/1\/$/), method: "DELETE", body: null },
  ]);
});

it("offers no flags for a booking and says when there is no note", async () => {
  notes = [];
  show(<NotesCard subject={{ booking: 81 }} />);
  expect(await screen.findByText("No notes yet")).toBeVisible();
  expect(screen.queryByRole("combobox")).toBeNull();
});

it("shows a caller's flags with their text and leaves other notes out", async () => {
  show(<PersonFlags person={7} />);
  const [only, ...others] = await screen.findAllByRole("listitem");
  expect(only).toHaveTextContent("Needs a wheelchair-accessible vehicle Folding chair");
  expect(others).toEqual([]);
});
