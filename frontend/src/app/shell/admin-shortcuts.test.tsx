import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { UserType } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { AdminShortcuts } from "./admin-shortcuts";

const requests: URL[] = [];
const people: Record<string, { id: number; name: string; user_type: UserType }> = {
  riders: { id: 5, name: "Ada Marlowe", user_type: "rider" },
  drivers: { id: 31, name: "Adam Whitlock", user_type: "driver" },
};

function Where() {
  const { pathname, state } = useLocation();
  return (
    <>
      <p>at {pathname}</p>
      <p data-testid="opens">{state?.open}</p>
    </>
  );
}

function show(role: UserType = "admin") {
  vi.stubGlobal("fetch", async (address: string) => {
    const url = new URL(address, "http://hansom.test");
    requests.push(url);
    const search = url.searchParams.get("search")?.toLowerCase() ?? "";
    const list = url.pathname.split("/").at(-2) ?? "";
    const person = people[list];
    const booking = {
      id: 81,
      reference: "K7PQ3X",
      status: "STARTED",
      customer_name: "Ada Marlowe",
    };
    const results =
      list === "bookings"
        ? [booking].filter(({ reference }) => reference.toLowerCase() === search)
        : [person].filter((one) => one?.name.toLowerCase().startsWith(search));
    return Response.json({ next: null, results });
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={["/dashboard"]}>
          <AdminShortcuts role={role} />
          <input aria-label="elsewhere" />
          <Where />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return userEvent.setup();
}

const field = () => screen.findByRole("combobox", { name: "Page, person, booking or action" });
const chosen = (combobox: HTMLElement) =>
  document.getElementById(combobox.getAttribute("aria-activedescendant") ?? "")?.textContent;

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => {
  requests.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

describe("the command palette", () => {
  it("opens with Ctrl-K and Cmd-K, also from a field, and closes with Escape", async () => {
    const user = show();
    await user.click(screen.getByLabelText("elsewhere"));
    await user.keyboard("{Control>}k{/Control}");
    await waitFor(async () => expect(await field()).toHaveFocus());
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("combobox")).not.toBeInTheDocument());
    await user.keyboard("{Meta>}k{/Meta}");
    expect(await field()).toBeInTheDocument();
  });

  it("opens a page by part of its name", async () => {
    const user = show();
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await field(), "promo");
    await waitFor(async () => expect(chosen(await field())).toBe("Promo codes Services"));
    await user.keyboard("{Enter}");
    expect(await screen.findByText("at /promos")).toBeInTheDocument();
    expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
  });

  it("finds people by name and bookings by reference, in named groups", async () => {
    const user = show();
    await user.click(screen.getByRole("button", { name: "Go to" }));
    await user.type(await field(), "ada");
    const group = within(await screen.findByRole("group", { name: "People" }));
    const names = group.getAllByRole("option").map((option) => option.textContent);
    expect(names).toEqual(["Ada Marlowe Rider", "Adam Whitlock Driver"]);
    await user.keyboard("{ArrowDown}");
    await waitFor(async () => expect(chosen(await field())).toBe("Adam Whitlock Driver"));
    await user.clear(await field());
    await user.type(await field(), "k7pq3x");
    await user.click(await screen.findByText("K7PQ3X · Ada Marlowe"));
    expect(await screen.findByText("at /bookings/81")).toBeInTheDocument();
  });

  it("finds actions, and opens the form over its list", async () => {
    const user = show();
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await field(), "a rider");
    const group = within(await screen.findByRole("group", { name: "Actions" }));
    expect(group.getAllByRole("option").map((option) => option.textContent?.trim())).toEqual([
      "Add rider",
    ]);
    await user.keyboard("{Enter}");
    expect(await screen.findByText("at /riders")).toBeInTheDocument();
    expect(screen.getByTestId("opens")).toHaveTextContent("add");
  });

  it("switches between light and dark", async () => {
    const user = show();
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await field(), "dark mode");
    await waitFor(async () => expect(chosen(await field())?.trim()).toBe("Switch to dark mode"));
    await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(document.documentElement).toHaveAttribute("data-mantine-color-scheme", "dark"),
    );
  });

  it("shows a fleet admin only the fleet's pages and drivers", async () => {
    const user = show("fleetadmin");
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByText("Dashboard");
    expect(screen.queryByText("Promo codes")).not.toBeInTheDocument();
    await user.type(await field(), "ada");
    expect(await screen.findByText("Adam Whitlock")).toBeInTheDocument();
    expect(requests.some(({ pathname }) => pathname.includes("riders"))).toBe(false);
  });

  it("announces the number of results, or that there are none", async () => {
    const user = show();
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await field(), "zzzz");
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Results: 0"));
  });
});

describe("the list of shortcuts", () => {
  it("opens with ? outside of fields", async () => {
    const user = show();
    await user.type(screen.getByLabelText("elsewhere"), "?");
    expect(screen.getByLabelText("elsewhere")).toHaveValue("?");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await user.click(screen.getByText("at /dashboard"));
    await user.keyboard("?");
    const sheet = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
    expect(await sheet.findByText("Go to a page, person or booking")).toBeInTheDocument();
    expect(sheet.getByText("Ctrl K")).toBeInTheDocument();
  });

  it("opens from the palette by a click", async () => {
    const user = show();
    await user.keyboard("{Control>}k{/Control}");
    await user.click(await screen.findByRole("button", { name: "Keyboard shortcuts" }));
    expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeInTheDocument();
  });
});
