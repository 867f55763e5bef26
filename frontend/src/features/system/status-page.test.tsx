import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { SystemStatus } from "@/api/system";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { StatusPage } from "./status-page";

const ok = (text: string) => ({ level: "ok" as const, text, remedy: "" });
const STATUS: SystemStatus = {
  version: "1.0.0",
  level: "error",
  checked_at: new Date().toISOString(),
  checks: [
    { subject: "database", title: "Database", level: "ok", findings: [ok("PostgreSQL 17.2")] },
    {
      subject: "senders",
      title: "Email, SMS and push",
      level: "warning",
      findings: [
        { level: "warning", text: "SMS are stored instead of sent.", remedy: "Set SMS=twilio." },
      ],
    },
    {
      subject: "processes",
      title: "Processes",
      level: "error",
      findings: [
        ok("A relay delivers events and jobs."),
        { level: "error", text: "No worker replies.", remedy: "Start the process `worker`." },
      ],
    },
  ],
};

let answer: () => Response;

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

beforeEach(() => {
  answer = () => Response.json(STATUS);
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string) =>
      url.includes("/status/") ? answer() : Response.json({ time_zone: "UTC" }),
    ),
  );
});

afterEach(() => vi.unstubAllGlobals());

function show() {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <StatusPage />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

it("shows the worst check first, with what to do", async () => {
  show();
  expect(await screen.findByText("Something doesn’t work")).toBeVisible();
  const titles = screen.getAllByRole("heading", { level: 2 }).map((each) => each.textContent);
  expect(titles).toEqual(["Error: Processes", "Warning: Email, SMS and push", "OK: Database"]);
  const worst = within(screen.getByRole("list", { name: "Checks" })).getAllByRole("listitem")[0];
  expect(worst).toHaveTextContent("No worker replies.Start the process `worker`.");
});

it("checks again on request and says when everything works", async () => {
  show();
  await screen.findByText("Something doesn’t work");
  answer = () =>
    Response.json({
      ...STATUS,
      level: "ok",
      checks: STATUS.checks.slice(0, 1),
    } satisfies SystemStatus);
  await userEvent.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByText("Everything works")).toBeVisible();
  expect(screen.queryByText("No worker replies.")).toBeNull();
});

it("offers a retry when the server does not respond", async () => {
  answer = () => Response.json({ code: "unavailable", detail: "" }, { status: 503 });
  show();
  const again = await screen.findByRole("button", { name: "Try again" }, { timeout: 5000 });
  answer = () => Response.json(STATUS);
  await userEvent.click(again);
  expect(await screen.findByText("Something doesn’t work")).toBeVisible();
});
