import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ReceiptsPanel } from "./receipts-panel";

const sent = (id: number, text: string, read: number) => ({
  id,
  text,
  sent_by: "Dora Example",
  created_at: "2026-11-28T09:00:00Z",
  drivers: 2,
  delivered: 2,
  read,
});
const receipt = (name: string, read_at: string | null, delivered_at: string | null) => ({
  driver_id: name.length,
  name,
  read_at,
  delivered_at,
});

let messages: () => Response;

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => {
  messages = () =>
    Response.json({ results: [sent(5, "To the stadium", 1), sent(4, "Rain ahead", 2)] });
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.endsWith("desk/messages/")) return messages();
    if (url.endsWith("desk/messages/5/")) {
      const at = "2026-11-28T09:05:00Z";
      const results = [
        receipt("Ben", at, at),
        receipt("Bobby", null, at),
        receipt("Al", null, null),
      ];
      return Response.json({ results });
    }
    if (url.endsWith("desk/messages/4/")) return Response.json({ results: [] });
    return Response.json({ time_zone: "UTC" });
  });
});
afterEach(() => vi.unstubAllGlobals());

function show() {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <ReceiptsPanel onClose={() => undefined} />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

it("shows who has read the last message, and counts those of the others", async () => {
  show();
  expect(await screen.findByRole("button", { name: "Read by 1 of 2" })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  expect((await screen.findByText("Ben")).parentElement).toHaveTextContent(/Read: /);
  expect(screen.getByText("Bobby").parentElement).toHaveTextContent(/Delivered: /);
  expect(screen.getByText("Al").parentElement).toHaveTextContent("Not delivered yet");
  const other = screen.getByRole("button", { name: "Read by 2 of 2" });
  expect(other).toHaveAttribute("aria-expanded", "false");
  await userEvent.click(other);
  expect(other).toHaveAttribute("aria-expanded", "true");
  expect(screen.queryByText("Ben")).toBeNull();
});

it("says that nothing was sent yet", async () => {
  messages = () => Response.json({ results: [] });
  show();
  expect(await screen.findByText("No messages yet")).toBeVisible();
});

it("can be retried when it cannot be loaded", async () => {
  messages = () => Response.json({ code: "not_found", detail: "" }, { status: 404 });
  show();
  expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
});
