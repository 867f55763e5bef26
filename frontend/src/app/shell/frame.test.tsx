import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import type { UserType } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ADMIN_PATHS } from "../routes";
import { adminMenu } from "./admin-menu";
import { roleMenu } from "./role-menu";
import { Shell } from "./shell";

/** The public frame around an empty page. */
function show(settings = {}): void {
  vi.stubGlobal("fetch", async () => Response.json({ app_name: "Hansom", ...settings }));
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <Routes>
            <Route element={<Shell />}>
              <Route index element={<p>page</p>} />
            </Route>
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

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

describe("the public frame", () => {
  it("leads a visitor home, to log in, to about us and to the privacy policy", () => {
    show();
    const header = within(screen.getByRole("banner"));
    const links = ["Home", "login / sign up", "About us", "Privacy policy"];
    const places = links.map((name) => header.getByRole("link", { name }).getAttribute("href"));
    expect(places).toEqual(["/", "/login", "/about-us", "/privacy-policy"]);
  });

  it("links to the terms of use in the footer if some are published", async () => {
    show({ has_terms: true });
    const link = await screen.findByRole("link", { name: "Terms of use" });
    expect(link).toHaveAttribute("href", "/terms-of-use");
  });

  it("has the language picker in its header", () => {
    show();
    expect(screen.getByRole("banner")).toContainElement(screen.getByLabelText("Language"));
  });
});

describe("the menu of a role", () => {
  const places = (role: UserType) => roleMenu(role).map(({ to }) => to);

  it("has the screens that the role may open", () => {
    expect(places("rider")).toEqual(["/", "/bookings", "/profile"]);
    expect(places("driver")).toEqual(["/bookings", "/bookings/history", "/profile"]);
    expect(places("fleetadmin")).toEqual(["/dashboard", "/bookings", "/profile"]);
    expect(places("admin")).toEqual(["/dashboard", "/bookings", "/profile"]);
  });
});

describe("the menu of the back office", () => {
  const places = (role: UserType) =>
    adminMenu(role).flatMap(([, entries]) => entries.map(({ to }) => to));

  it("leads an admin to every screen of the documents", () => {
    const known: string[] = places("admin");
    // Records and pages below another one are reached from that page.
    const below = ADMIN_PATHS.filter((path) => path.lastIndexOf("/") > 0);
    expect(ADMIN_PATHS.filter((path) => !below.includes(path) && !known.includes(path))).toEqual(
      [],
    );
  });

  it("leads a fleet admin to the fleet's alone", () => {
    expect(places("fleetadmin")).toEqual([
      "/dashboard",
      "/desk",
      "/bookings",
      "/cases",
      "/drivers",
      "/documents",
      "/vehicles",
      "/driverearning",
      "/profile",
    ]);
  });
});
