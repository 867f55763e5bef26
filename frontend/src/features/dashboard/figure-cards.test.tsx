import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { rememberMe } from "@/api/session";
import type { Me, UserType } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { FigureCards } from "./figure-cards";

const FIGURES = {
  earnings: { today: "1.0000", month: "2.0000", total: "3.0000" },
  counts: {
    trips_active: 1,
    active_drivers: 2,
    completed: 3,
    cancelled: 4,
    drivers: 5,
    riders: 6,
  },
};

function show(user_type: UserType) {
  rememberMe({ id: 1, user_type } as Me);
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.includes("settings/public/")) return Response.json({ symbol: "£", decimal: 2 });
    return Response.json(url.includes("chart") ? { group: "day", results: [] } : FIGURES);
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ThemeProvider>
        <MemoryRouter>
          <FigureCards online={2} />
        </MemoryRouter>
      </ThemeProvider>
    </QueryClientProvider>,
  );
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const names = () => screen.getAllByRole("term").map((term) => term.textContent);

describe("the cards of the dashboard", () => {
  it("include the riders for an admin, with a link to their list", async () => {
    show("admin");
    expect(await screen.findByRole("link", { name: "6" })).toHaveAttribute("href", "/riders");
    expect(names()).toHaveLength(9);
  });

  it("omit lists that a fleet admin cannot open", async () => {
    show("fleetadmin");
    await screen.findByRole("link", { name: "5" });
    expect(names()).toHaveLength(8);
    expect(screen.queryByText("6")).toBeNull();
    const places = screen.getAllByRole("link").map((link) => link.getAttribute("href") ?? "");
    expect(places.every((place) => /^\/(bookings|drivers)/.test(place))).toBe(true);
  });
});
