import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { rememberMe, restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import type { Me, UserType } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { HomePage } from "./home-page";

function show(role: UserType | null, settings: Record<string, unknown> = {}): void {
  if (role) rememberMe({ id: 1, user_type: role } as Me);
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.includes("/map/")) return new Response("{}", { status: 503 });
    const body = url.includes("settings/public") ? settings : { results: [] };
    return new Response(JSON.stringify(body));
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <HomePage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const form = () => screen.queryByRole("region", { name: "Book a ride" });

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => sessionEnded("left"));
afterEach(() => vi.unstubAllGlobals());

describe("home", () => {
  for (const role of ["rider", "admin", null] as const) {
    it(`has the booking form for ${role ?? "a visitor"}`, async () => {
      show(role);
      expect(await screen.findByRole("region", { name: "Book a ride" })).toBeVisible();
    });
  }

  for (const role of ["driver", "fleetadmin"] as const) {
    it(`shows only the slogan to a ${role}`, async () => {
      show(role);
      const slogan = "Drive when it suits you.";
      expect(screen.getByRole("heading", { level: 1, name: slogan })).toBeInTheDocument();
      await new Promise((done) => setTimeout(done, 50));
      expect(form()).not.toBeInTheDocument();
    });
  }

  it("describes the product in three blocks", () => {
    show(null);
    expect(screen.getAllByRole("heading", { level: 3 })).toHaveLength(3);
  });

  it("shows the badge of a store only when its link is set", async () => {
    show(null, { apple_store_link: "https://apps.example/cabs", play_store_link: "" });
    const badge = await screen.findByRole("link", { name: "Download on the App Store" });
    expect(badge).toHaveAttribute("href", "https://apps.example/cabs");
    expect(screen.queryByRole("link", { name: "Get it on Google Play" })).not.toBeInTheDocument();
  });
});

describe("the booking form", () => {
  it("shows no_cars where the operator has no car types", async () => {
    show(null);
    expect(await screen.findByText("No car types are set up.")).toBeInTheDocument();
  });
});
