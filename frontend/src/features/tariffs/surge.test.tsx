import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Surge, SurgeChange } from "@/api/surge";
import { loadRest, startI18n } from "@/i18n/setup";
import { callsTo, mockBookingApi, refusal, signInAs } from "@/testing/mock-booking-api";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ToastOutlet } from "@/ui/toast";
import { SurgePage } from "./surge-page";

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

const PLACE = { car_type_id: 1, car_type_name: "Economy", since: null };
const ON: Surge = {
  on: true,
  stopped: false,
  places: [
    { ...PLACE, zone: "Harbour", factor: "1.30", waiting: 9, free: 2 },
    { ...PLACE, zone: "", factor: "1.00", waiting: 0, free: 5 },
  ],
};
const CHANGE: SurgeChange = {
  id: 4,
  zone: "Harbour",
  car_type_id: 1,
  car_type_name: "Economy",
  factor: "1.30",
  previous: "1.20",
  waiting: 8,
  free: 2,
  computed_at: "2026-11-20T10:00:00Z",
  ended_at: null,
};

function show(surge: Surge, answers: Parameters<typeof mockBookingApi>[0] = {}) {
  const calls = mockBookingApi({
    "surge/": () => json(surge),
    "surge/changes/": () => json({ results: [CHANGE], next: null, previous: null, count: 1 }),
    ...answers,
  });
  signInAs("admin");
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={["/tariffs/surge"]}>
          <SurgePage />
          <ToastOutlet />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { user: userEvent.setup(), calls };
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("the surge page", () => {
  it("shows each zone with its factor and numbers, and the record of changes", async () => {
    show(ON);
    const now = await screen.findByRole("region", { name: "Current factors" });
    const row = within(now).getByRole("row", { name: /Harbour/ });
    expect(row).toHaveTextContent("HarbourEconomy1.392");
    expect(within(now).getByText("Outside all zones")).toBeInTheDocument();
    expect(await screen.findByText("1.2")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Surge settings" })).toHaveAttribute(
      "href",
      "/settings",
    );
  });

  it("stops surge after a confirmation", async () => {
    const { user, calls } = show(ON, { "surge/stop/": () => json({ ...ON, stopped: true }) });
    await user.click(await screen.findByRole("button", { name: "Stop surge" }));
    const dialog = await screen.findByRole("dialog", { name: "Stop surge now?" });
    expect(callsTo(calls, "surge/stop/")).toHaveLength(0);
    await user.click(within(dialog).getByRole("button", { name: "Stop surge" }));
    expect(await screen.findByText("Surge stopped")).toBeInTheDocument();
    expect(callsTo(calls, "surge/stop/")).toHaveLength(1);
  });

  it("shows the server's refusal", async () => {
    const { user } = show(ON, { "surge/stop/": () => refusal("demo_mode", 403) });
    await user.click(await screen.findByRole("button", { name: "Stop surge" }));
    const dialog = await screen.findByRole("dialog", { name: "Stop surge now?" });
    await user.click(within(dialog).getByRole("button", { name: "Stop surge" }));
    expect(await within(dialog).findByRole("alert")).toBeInTheDocument();
  });

  it("shows no factor while it is stopped, and resumes", async () => {
    const { user, calls } = show({ ...ON, stopped: true }, { "surge/resume/": () => json(ON) });
    const now = await screen.findByRole("region", { name: "Current factors" });
    expect(within(now).getByText(/^Stopped/)).toBeInTheDocument();
    expect(within(now).queryByText("1.3")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Resume surge" }));
    const dialog = await screen.findByRole("dialog", { name: "Resume surge?" });
    await user.click(within(dialog).getByRole("button", { name: "Resume surge" }));
    expect(await screen.findByText("Surge resumed")).toBeInTheDocument();
    expect(callsTo(calls, "surge/resume/")).toHaveLength(1);
  });

  it("shows that surge is off", async () => {
    show({ on: false, stopped: false, places: [] });
    expect(await screen.findByText("Surge is off")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Stop surge" })).toBeNull();
  });
});
