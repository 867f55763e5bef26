import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { AnnouncementsPage } from "./announcements-page";

const SNOW = {
  id: 4,
  device_type: "All",
  user_type: "rider",
  title: "Snow",
  body: "Roads are slow.",
  created_at: "2026-11-22T05:00:00Z",
  created_by: "Dora",
  state: "sending",
  total: 40,
  sent: 10,
  failed: 0,
  started_at: "2026-11-22T05:00:00Z",
  finished_at: null,
};

let rows: (typeof SNOW)[];
let now: typeof SNOW;
let posted: { path: string; body: Record<string, unknown> }[];

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

beforeEach(() => {
  rows = [];
  now = SNOW;
  posted = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string, init: RequestInit = {}) => {
      if (url.includes("settings/public")) {
        return Response.json({ allow_critical_edits_admin: true, time_zone: "UTC" });
      }
      if (/notifications\/\d+\/$/.test(url)) return Response.json(now);
      if (!init.method || init.method === "GET")
        return Response.json({ next: null, results: rows });
      const body = init.body ? JSON.parse(String(init.body)) : {};
      if (url.includes("count")) {
        const reached = body.user_type === "driver" ? 0 : 1200;
        return Response.json({ users: reached, devices: reached });
      }
      posted.push({ path: url, body });
      return Response.json(SNOW, { status: 201 });
    }),
  );
});

afterEach(() => vi.unstubAllGlobals());

function show() {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <AnnouncementsPage />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

describe("notifications of the back office", () => {
  it("show the number of recipients, also when it is zero", async () => {
    show();
    await screen.findByText("No data available.");
    await userEvent.click(
      screen.getAllByRole("button", { name: "New notification" })[0] as Element,
    );
    const drawer = await screen.findByRole("dialog");
    expect(
      await within(drawer).findByText("Reaches 1,200 people · 1,200 devices"),
    ).toBeInTheDocument();
    await userEvent.selectOptions(
      within(drawer).getByRole("combobox", { name: "Audience" }),
      "driver",
    );
    expect(await within(drawer).findByText("No matching users.")).toBeInTheDocument();
  });

  it("are sent after one confirmation", async () => {
    show();
    await screen.findByText("No data available.");
    await userEvent.click(
      screen.getAllByRole("button", { name: "New notification" })[0] as Element,
    );
    await userEvent.type(await screen.findByRole("textbox", { name: "Title" }), "Snow");
    await userEvent.type(screen.getByRole("textbox", { name: "Text" }), "Roads are slow.");
    await userEvent.click(screen.getByRole("button", { name: "Send now" }));
    const confirmation = await screen.findByRole("dialog", { name: "Send this notification?" });
    expect(posted).toEqual([]);
    await userEvent.click(within(confirmation).getByRole("button", { name: "Send" }));
    await waitFor(() =>
      expect(posted).toMatchObject([
        {
          path: "/api/v1/notifications/",
          body: { device_type: "All", user_type: "All", title: "Snow", body: "Roads are slow." },
        },
      ]),
    );
  });

  it("show the sending progress until it is complete", async () => {
    rows = [SNOW];
    show();
    expect(await screen.findByText("10 of 40")).toBeInTheDocument();
    expect(screen.getByRole("progressbar", { name: "Progress: Snow" })).toBeInTheDocument();
    now = { ...SNOW, state: "sent", sent: 38, failed: 2 };
    rows = [now];
    expect(await screen.findByText("Failed: 2")).toBeInTheDocument();
    expect(screen.getByText("38 of 40", { exact: false })).toBeInTheDocument();
  });
});
