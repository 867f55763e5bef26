import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { AREAS, type StaffRole } from "@/api/staff-roles";
import type { StaffPermissions } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ReadOnly } from "@/ui/read-only";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { StaffRolesPage } from "./staff-roles-page";

const NOTHING = Object.fromEntries(AREAS.map((area) => [area, "none"])) as StaffPermissions;
const DISPATCHER: StaffRole = {
  id: 3,
  name: "Dispatcher",
  built_in: "dispatcher",
  permissions: { ...NOTHING, bookings: "change", people: "view" },
  two_factor: false,
  people: 2,
  editable: true,
  givable: true,
};
const OWN: StaffRole = { ...DISPATCHER, id: 4, name: "Manager", built_in: "", editable: false };
const FREE: StaffRole = { ...DISPATCHER, id: 5, name: "Night desk", built_in: "", people: 0 };

function open(roles: StaffRole[], readOnly = false) {
  const calls: { method: string; url: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const method = init.method ?? "GET";
    if (method !== "GET") {
      const body = init.body ? JSON.parse(String(init.body)) : null;
      calls.push({ method, url: url.replace("/api/v1/", ""), body });
      return method === "DELETE" ? new Response(null, { status: 204 }) : Response.json(DISPATCHER);
    }
    return Response.json(url.includes("staff-roles/") ? { results: roles } : { decimal: 2 });
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <ReadOnly when={readOnly}>
            <StaffRolesPage />
          </ReadOnly>
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return calls;
}

const rowOf = async (name: string) => {
  const cell = await screen.findByText(name, {}, { timeout: 10_000 });
  return within(cell.closest('[role="row"], li, tr') as HTMLElement);
};
const choose = async (name: string, action: string) => {
  await userEvent.click((await rowOf(name)).getByRole("button", { name: /^Actions for / }));
  await userEvent.click(await screen.findByRole("menuitem", { name: action, hidden: true }));
};
const levelsOf = (dialog: ReturnType<typeof within>, area: string) =>
  within(dialog.getByRole("group", { name: area }));

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("the staff roles", () => {
  it("add a role with a level in each area, by keyboard", async () => {
    const calls = open([DISPATCHER]);
    await rowOf("Dispatcher");
    await userEvent.click(screen.getByRole("button", { name: "Add role" }));
    const dialog = within(await screen.findByRole("dialog", {}, { timeout: 10_000 }));
    await userEvent.type(dialog.getByLabelText(/^Name/), "Night desk");
    const bookings = levelsOf(dialog, "Bookings and dispatch");
    bookings.getByRole("radio", { name: "No access" }).focus();
    await userEvent.keyboard("{ArrowRight}{ArrowRight}");
    await userEvent.click(
      levelsOf(dialog, "Riders, drivers and fleet admins").getByRole("radio", { name: "View" }),
    );
    // Nothing can be changed in the audit log.
    expect(levelsOf(dialog, "Audit log").queryByRole("radio", { name: "Change" })).toBeNull();
    await userEvent.click(dialog.getByLabelText("Requires two-factor login"));
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(calls).toEqual([
      {
        method: "POST",
        url: "staff-roles/",
        body: {
          name: "Night desk",
          permissions: { ...NOTHING, bookings: "change", people: "view" },
          two_factor: true,
        },
      },
    ]);
  });

  it("delete a role in use only with another role for its admins", async () => {
    const calls = open([DISPATCHER, FREE]);
    await choose("Dispatcher", "Delete role");
    const sheet = within(
      await screen.findByRole("dialog", { name: "Delete the role Dispatcher?" }),
    );
    await userEvent.click(sheet.getByRole("button", { name: "Delete role" }));
    expect(calls).toEqual([]);
    await waitFor(() =>
      expect(sheet.getByRole("option", { name: "Night desk" })).toBeInTheDocument(),
    );
    await userEvent.selectOptions(sheet.getByLabelText(/^New role/), "5");
    await userEvent.click(sheet.getByRole("button", { name: "Delete role" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(calls).toEqual([{ method: "DELETE", url: "staff-roles/3/?reassign_to=5", body: null }]);
  });

  it("show the own role without its changes", async () => {
    open([OWN]);
    await userEvent.click((await rowOf("Manager")).getByRole("button", { name: /^Actions for / }));
    const edit = await screen.findByRole("menuitem", { name: /^Edit role/, hidden: true });
    expect(edit).toBeDisabled();
  });

  it("have no changes for an admin who may only view them", async () => {
    open([DISPATCHER], true);
    const row = await rowOf("Dispatcher");
    expect(screen.getByText("View only")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Add role" })).toBeNull();
    expect(row.queryByRole("button", { name: /^Actions for / })).toBeNull();
  });
});
