import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { DeskDriver } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { MessageSheet } from "./message-sheet";

const driver = (id: number, name: string) => ({ id, name, state: "free" }) as DeskDriver;
const BEN = driver(8, "Ben");
const BOB = driver(9, "Bob");

let answer: Response;
let sent: { body: unknown; key: string | null }[];

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

beforeEach(() => {
  answer = Response.json({ drivers: 1 }, { status: 201 });
  sent = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string, init: RequestInit = {}) => {
      if (!url.includes("desk/messages/")) return Response.json({ time_zone: "UTC" });
      const headers = new Headers(init.headers);
      sent.push({ body: JSON.parse(String(init.body)), key: headers.get("Idempotency-Key") });
      return answer.clone();
    }),
  );
});

afterEach(() => vi.unstubAllGlobals());

function show(chosen?: DeskDriver) {
  const onClose = vi.fn();
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <MessageSheet drivers={[BEN, BOB]} chosen={chosen} onClose={onClose} />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return onClose;
}

const write = async (text: string) => {
  await userEvent.type(await screen.findByRole("textbox", { name: "Message" }), text);
  await userEvent.click(screen.getByRole("button", { name: "Send message" }));
};

it("writes to the chosen driver, or to all in the list", async () => {
  const onClose = show(BEN);
  await write(" Come back ");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ body: { drivers: [8], text: "Come back" }, key: expect.any(String) }]);
  await userEvent.selectOptions(
    screen.getByRole("combobox", { name: "To" }),
    "All drivers in the list: 2",
  );
  await userEvent.click(screen.getByRole("button", { name: "Send message" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toMatchObject({ drivers: [8, 9] });
});

it("writes to all without a chosen driver, and keeps the text when it is refused", async () => {
  answer = Response.json({ code: "not_found", detail: "User not found." }, { status: 404 });
  const onClose = show();
  await write("Two cars to the stadium");
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(sent[0]?.body).toMatchObject({ drivers: [8, 9] });
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveValue("Two cars to the stadium");
});
