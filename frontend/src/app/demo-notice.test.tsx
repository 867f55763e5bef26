import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import type { UserType } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { AdminShell } from "./shell/admin-shell";
import { Shell } from "./shell/shell";

const ADMIN: UserType = "admin";

function show(frame: ReactNode, settings: Record<string, unknown>): void {
  vi.stubGlobal("fetch", async () => Response.json({ app_name: "Hansom", ...settings }));
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <Routes>
            <Route element={frame}>
              <Route index element={<p>page</p>} />
            </Route>
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

const strip = () => screen.queryByRole("complementary", { name: "Demo mode." });

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => {
  sessionEnded("left");
  window.scrollTo = () => undefined;
});
afterEach(() => vi.unstubAllGlobals());

describe("demo mode", () => {
  it("is shown under the pages of visitors, riders and drivers", async () => {
    show(<Shell />, { allow_critical_edits_admin: false });
    const notice = await screen.findByRole("complementary", { name: "Demo mode." });
    expect(notice).toHaveTextContent("contact details are hidden");
  });

  it("is shown in the back office", async () => {
    show(<AdminShell role={ADMIN} />, { allow_critical_edits_admin: false });
    expect(await screen.findByRole("complementary", { name: "Demo mode." })).toBeInTheDocument();
  });

  it("is not shown where critical edits are allowed", async () => {
    show(<Shell />, { allow_critical_edits_admin: true });
    await screen.findByText("page");
    expect(strip()).not.toBeInTheDocument();
  });
});
