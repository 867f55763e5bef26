import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import type { PresenceWeek } from "@/api/presence";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { mockBookingApi, signInAs } from "@/testing/mock-booking-api";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { PresenceCard } from "./presence-card";

const json = (body: unknown) => new Response(JSON.stringify(body));

function weekOf(monday: string, changes: Partial<PresenceWeek> = {}): PresenceWeek {
  const start = Date.parse(`${monday}T00:00:00Z`);
  return {
    week: monday,
    is_current: true,
    recording: true,
    free_seconds: 7200,
    busy_seconds: 3600,
    utilisation: 33.3,
    days: Array.from({ length: 7 }, (_, day) => ({
      day: new Date(start + day * 86_400_000).toISOString().slice(0, 10),
      free_seconds: day === 0 ? 7200 : 0,
      busy_seconds: day === 0 ? 3600 : 0,
    })),
    ...changes,
  };
}

function show(answer: (url: string) => PresenceWeek) {
  mockBookingApi({ "people/5/presence/": (call) => json(answer(call.path)) });
  signInAs("admin");
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <PresenceCard driver={5} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return userEvent.setup();
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

describe("the hours of a driver", () => {
  it("shows each day, the week and the utilisation", async () => {
    show(() => weekOf("2026-11-23"));
    const [, monday] = await screen.findAllByRole("row");
    expect(monday).toHaveTextContent(/^Mon.*3 h.*1 h/);
    expect(screen.getByRole("row", { name: /^Week 3 h/ })).toBeVisible();
    expect(screen.getByText("Utilisation: 33.3%")).toBeVisible();
  });

  it("steps to the weeks before, and not beyond the current one", async () => {
    const user = show((url) =>
      url.includes("week=2026-11-16")
        ? weekOf("2026-11-16", {
            is_current: false,
            free_seconds: 0,
            busy_seconds: 0,
            utilisation: null,
          })
        : weekOf("2026-11-23"),
    );
    const next = await screen.findByRole("button", { name: "Next week" });
    expect(next).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Previous week" }));
    expect(await screen.findByText("Not online in this week.")).toBeVisible();
    expect(screen.getByRole("status")).toHaveTextContent("16 Nov – 22 Nov 2026");
    await user.click(screen.getByRole("button", { name: "Next week" }));
    expect(await screen.findByText("Utilisation: 33.3%")).toBeVisible();
  });

  it("says that hours are not recorded", async () => {
    show(() => weekOf("2026-11-23", { recording: false, free_seconds: 0, busy_seconds: 0 }));
    expect(await screen.findByText("Drivers’ hours aren’t recorded now.")).toBeVisible();
  });
});
