import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { InspectorAccess, RegisterRow } from "@/api/register";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { InspectionPage } from "./inspection-page";
import { InspectorsPage } from "./inspectors-page";
import { RegisterPage } from "./register-page";

const ROW: RegisterRow = {
  id: 3,
  booking: 81,
  reference: "K7QX4N",
  booked_at: "2026-11-27T10:00:00Z",
  street_trip: false,
  passengers: 2,
  luggage: null,
  children: null,
  child_seats: null,
  return_wait_minutes: null,
  hire_minutes: null,
  booked_by: "",
  passenger: "Ada Example",
  trip_date: "2026-11-27T10:00:00Z",
  pickup_add: "St Thomas’ Square, Newport",
  drop_add: "The Parade, Cowes",
  fare: "12.5000",
  offered_at: "2026-11-27T10:00:05Z",
  accepted_at: "2026-11-27T10:00:20Z",
  arrived_at: "2026-11-27T10:06:00Z",
  started_at: null,
  ended_at: "2026-11-27T10:09:00Z",
  dispatched_by: "Dora Example",
  driver: 7,
  driver_name: "Ben Example",
  driver_licence: "PHD00471",
  vehicle_number: "HW19 BEN",
  vehicle_licence: "PHV2207",
  vehicle_make: "Toyota",
  vehicle_model: "Prius",
  vehicle_colour: "Blue",
  outcome: "REPLACED",
};
const ACCESS: InspectorAccess = {
  id: 5,
  name: "Ms Okafor",
  authority: "Island Council",
  first_day: "2026-11-01",
  last_day: "2026-11-27",
  created_at: "2026-11-27T10:00:00Z",
  ends_at: "2999-01-01T00:00:00Z",
  revoked_at: null,
  used_at: null,
};

function open(page: ReactElement, replies: Record<string, () => Response>) {
  const calls: { method: string; path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const path = url.replace("/api/v1/", "").replace(/\?.*/, "");
    const method = init.method ?? "GET";
    if (method !== "GET") {
      calls.push({ method, path, body: init.body ? JSON.parse(String(init.body)) : null });
    }
    return replies[`${method} ${path}`]?.() ?? Response.json({ decimal: 2, time_zone: "UTC" });
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>{page}</MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return calls;
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("the register of an admin", () => {
  it("exports a PDF in the background, with its own columns", async () => {
    const calls = open(<RegisterPage />, {
      "GET register/": () => Response.json({ next: null, results: [ROW] }),
      "GET saved-views/": () => Response.json({ results: [] }),
      "POST exports/": () =>
        Response.json({ code: "pdf_too_long", detail: "", fields: {} }, { status: 409 }),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Export" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("Visible columns")).toBeInTheDocument();
    await userEvent.click(dialog.getByLabelText("To print (PDF)"));
    expect(dialog.queryByText("Visible columns")).not.toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Export" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("at most 5,000 entries");
    expect(calls[0]?.body).toMatchObject({ kind: "register", format: "pdf", columns: [] });
  });
});

describe("what an inspector’s link opens", () => {
  it("shows whose access it is, and the dispatches without links", async () => {
    open(<InspectionPage token="abc" />, {
      "GET inspection/abc/": () => Response.json(ACCESS),
      "GET inspection/abc/register/": () => Response.json({ next: null, results: [ROW] }),
    });
    expect(await screen.findByText(/^For Ms Okafor, Island Council/)).toBeInTheDocument();
    expect(await screen.findByText("PHD00471")).toBeInTheDocument();
    for (const text of ["K7QX4N", "PHV2207", "Blue Toyota Prius", "Replaced", "Dora Example"]) {
      expect(screen.getByText(text)).toBeInTheDocument();
    }
    expect(screen.queryByRole("link", { name: "K7QX4N" })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Export" })).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "PDF" })).toBeInTheDocument();
  });

  it("says that the access has ended", async () => {
    open(<InspectionPage token="abc" />, {
      "GET inspection/abc/": () =>
        Response.json({ code: "inspection_ended", detail: "Ended." }, { status: 404 }),
    });
    expect(await screen.findByText(/^This access has ended/)).toBeInTheDocument();
  });
});

describe("the inspectors", () => {
  const list = (...results: InspectorAccess[]) => Response.json({ results });

  it("gives access and shows the link once", async () => {
    const calls = open(<InspectorsPage />, {
      "GET inspector-accesses/": () => list(),
      "POST inspector-accesses/": () =>
        Response.json({ ...ACCESS, url: "https://cabs.example/inspection/abc" }, { status: 201 }),
    });
    await userEvent.click(
      (await screen.findAllByRole("button", { name: "Give access" }))[0] as HTMLElement,
    );
    const form = within(await screen.findByRole("dialog", { name: "Give access" }));
    await userEvent.type(form.getByLabelText(/^Inspector’s name/), "Ms Okafor");
    await userEvent.click(form.getByRole("button", { name: "Create link" }));
    const link = within(await screen.findByRole("dialog", { name: "Link for Ms Okafor" }));
    expect(link.getByLabelText("Link")).toHaveValue("https://cabs.example/inspection/abc");
    expect(calls).toMatchObject([
      { path: "inspector-accesses/", body: { name: "Ms Okafor", authority: "", days: "7" } },
    ]);
  });

  it("revokes an open access after a confirmation, and offers nothing for an ended one", async () => {
    const calls = open(<InspectorsPage />, {
      "GET inspector-accesses/": () =>
        list(ACCESS, { ...ACCESS, id: 4, name: "Mr Ende", ends_at: "2026-01-01T00:00:00Z" }),
      "DELETE inspector-accesses/5/": () => new Response(null, { status: 204 }),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Actions for Ms Okafor" }));
    expect(screen.queryByRole("button", { name: "Actions for Mr Ende" })).not.toBeInTheDocument();
    await userEvent.click(await screen.findByRole("menuitem", { name: "Revoke", hidden: true }));
    const sheet = within(await screen.findByRole("dialog", { name: "Revoke Ms Okafor’s access?" }));
    expect(calls).toEqual([]);
    await userEvent.click(sheet.getByRole("button", { name: "Revoke" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(calls).toEqual([{ method: "DELETE", path: "inspector-accesses/5/", body: null }]);
  });
});
