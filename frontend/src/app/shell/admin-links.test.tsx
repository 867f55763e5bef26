import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { UserType } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { AdminLinks } from "./admin-links";

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => localStorage.clear());

function show(role: UserType, path: string) {
  return render(
    <ThemeProvider>
      <MemoryRouter initialEntries={[path]}>
        <AdminLinks role={role} />
      </MemoryRouter>
    </ThemeProvider>,
  );
}
const link = (name: string) => screen.queryByRole("link", { name });
const group = (name: string) => screen.getByRole("button", { name });

describe("the groups of the back office's menu", () => {
  it("opens a closed group by keyboard, and remembers it on this device", async () => {
    const user = userEvent.setup();
    const first = show("admin", "/dashboard");
    expect(group("Services")).toHaveAttribute("aria-expanded", "false");
    expect(link("Promo codes")).toBeNull();
    group("Services").focus();
    await user.keyboard("{Enter}");
    expect(group("Services")).toHaveFocus();
    expect(link("Promo codes")).toBeVisible();
    expect(link("Withdrawals")).toBeVisible();
    await user.click(group("Money"));
    expect(link("Withdrawals")).toBeNull();
    first.unmount();

    show("admin", "/dashboard");
    expect(link("Promo codes")).toBeVisible();
    expect(link("Withdrawals")).toBeNull();
  });

  it("keeps the current page's group open, also for a record of the page", () => {
    const first = show("admin", "/promos");
    expect(link("Promo codes")).toHaveAttribute("aria-current", "page");
    expect(screen.queryByRole("button", { name: "Services" })).toBeNull();
    first.unmount();
    show("admin", "/tariffs/7");
    expect(link("Tariffs")).toHaveAttribute("aria-current", "page");
  });

  it("shows all pages of a short menu", () => {
    show("fleetadmin", "/dashboard");
    expect(screen.queryAllByRole("button")).toEqual([]);
    expect(link("Profile")).toBeVisible();
  });
});
