import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { settingsKey } from "@/api/catalogue";
import { createQueryClient } from "@/api/query-client";
import { rememberMe, restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import type { Me, PublicSettings } from "@/api/types";
import { changeLanguage, startI18n } from "@/i18n/setup";
import { Footer } from "./footer";
import { Header } from "./header";

const bare = { app_name: "Hansom", company_name: "", facebook_handle: "", twitter_handle: "" };

function show(part: React.ReactNode, settings: Partial<PublicSettings> = bare) {
  const client = createQueryClient();
  client.setQueryData(settingsKey, settings);
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>{part}</MemoryRouter>
    </QueryClientProvider>,
  );
}

beforeAll(async () => {
  await startI18n();
  await restoreSession();
});
beforeEach(() => sessionEnded("left"));
afterEach(() => {
  window.scrollY = 0;
});

describe("the header", () => {
  it("offers to log in, and 'my account' to a signed-in user", () => {
    show(<Header />);
    expect(screen.getByRole("link", { name: "login / sign up" })).toHaveAttribute("href", "/login");
    act(() => rememberMe({ id: 1, user_type: "rider", first_name: "Ada", last_name: "" } as Me));
    expect(screen.getByRole("link", { name: "my account" })).toHaveAttribute("href", "/bookings");
  });

  it("links staff to the dashboard, and to no public page", () => {
    show(<Header wide />);
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/dashboard",
    ]);
    expect(screen.queryByRole("navigation", { name: "Main menu" })).not.toBeInTheDocument();
  });

  it("turns solid after 400 pixels where it overlays the page", () => {
    show(<Header overlay />);
    const header = screen.getByRole("banner");
    expect(header).not.toHaveAttribute("data-solid");
    window.scrollY = 401;
    fireEvent.scroll(window);
    expect(header).toHaveAttribute("data-solid");
  });

  it("saves the chosen language with the user", async () => {
    const sent: unknown[] = [];
    vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
      if (url.includes("inbox")) return Response.json({ next: null, results: [] });
      if (init.method === "PATCH") sent.push([url, JSON.parse(String(init.body))]);
      return Response.json({ id: 1, user_type: "rider", first_name: "Ada", last_name: "" });
    });
    show(<Header />);
    act(() => rememberMe({ id: 1, user_type: "rider", first_name: "Ada", last_name: "" } as Me));
    fireEvent.change(screen.getByLabelText("Language"), { target: { value: "ar" } });
    await waitFor(() => expect(sent).toEqual([["/api/v1/me/", { language: "ar" }]]));
    vi.unstubAllGlobals();
    await changeLanguage("en");
  });

  it("sends no request when a visitor selects a language", async () => {
    const fetch = vi.fn();
    vi.stubGlobal("fetch", fetch);
    show(<Header />);
    fireEvent.change(screen.getByLabelText("Language"), { target: { value: "ar" } });
    await waitFor(() => expect(document.documentElement.lang).toBe("ar"));
    expect(fetch).not.toHaveBeenCalledWith("/api/v1/me/", expect.anything());
    vi.unstubAllGlobals();
    await changeLanguage("en");
  });

  it("shows the inbox bell to logged-in users", async () => {
    vi.stubGlobal("fetch", async () => Response.json({ next: null, results: [] }));
    show(<Header />);
    act(() => rememberMe({ id: 1, user_type: "driver", first_name: "Ben", last_name: "" } as Me));
    expect(await screen.findByRole("button", { name: "Inbox" })).toBeInTheDocument();
    expect(await screen.findByRole("button", { name: "Your account" })).toBeInTheDocument();
    vi.unstubAllGlobals();
  });

  it("shows the operator's app name", () => {
    show(<Header />, { ...bare, app_name: "Wight Cabs" });
    expect(screen.getByRole("link", { name: "Wight Cabs" })).toBeInTheDocument();
  });
});

describe("the footer", () => {
  it("hides a company or network that the settings do not have", () => {
    show(<Footer />);
    expect(screen.queryByText(/©/)).not.toBeInTheDocument();
    expect(screen.queryByRole("list")).not.toBeInTheDocument();
  });

  it("names the company with its site, and only the networks that are set", () => {
    show(<Footer />, {
      ...bare,
      company_name: "Wight Cabs Ltd",
      company_website: "https://cabs.example",
      instagram_handle: "https://instagram.example/cabs",
    });
    expect(screen.getByText(/©/)).toHaveTextContent("Wight Cabs Ltd");
    expect(screen.getByRole("link", { name: "Wight Cabs Ltd" })).toHaveAttribute(
      "href",
      "https://cabs.example",
    );
    expect(screen.getAllByRole("listitem")).toHaveLength(1);
    expect(screen.getByRole("link", { name: "Instagram" })).toBeInTheDocument();
  });
});
