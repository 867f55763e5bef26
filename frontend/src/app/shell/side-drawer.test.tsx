import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import { PageAnnouncer } from "@/app/shell/page-announcer";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { Shell } from "./shell";

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => {
  sessionEnded("left");
  window.scrollTo = () => undefined;
  vi.stubGlobal("fetch", async () => Response.json({ app_name: "Hansom" }));
});
afterEach(() => vi.unstubAllGlobals());

/** Opens the menu of the public pages on a phone. */
async function openMenu() {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <PageAnnouncer />
          <Routes>
            <Route element={<Shell />}>
              <Route index element={<h1>Book a cab</h1>} />
              <Route path="/about-us" element={<h1>About us</h1>} />
            </Route>
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Open menu" }));
  return { user, menu: within(await screen.findByRole("dialog")) };
}

it("moves the focus to the heading of the page that its link opens", async () => {
  const { user, menu } = await openMenu();
  await user.click(menu.getByRole("link", { name: "About us" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole("heading", { name: "About us" })).toHaveFocus());
});

it("closes on a link to the current page, and returns the focus to its button", async () => {
  const { user, menu } = await openMenu();
  await user.click(menu.getByRole("link", { name: "Home" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.getByRole("button", { name: "Open menu" })).toHaveFocus();
});

it("returns the focus to its button when it is closed", async () => {
  const { user } = await openMenu();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole("button", { name: "Open menu" })).toHaveFocus());
});
