import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Requirement } from "@/api/requirements";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { RequirementsPage } from "./requirements-page";

const DAY_MS = 86_400_000;
const PERMIT: Requirement = {
  id: 4,
  subject: "driver",
  kind: "permit",
  effect: "blocks",
  grace_days: 14,
  car_type: { id: 1, name: "Economy" },
  fleet_admin: null,
  created_at: new Date(Date.now() - 4.5 * DAY_MS).toISOString(),
};

let rows: Requirement[];
let answer: Response;
let sent: { path: string; method: string; body: unknown }[];

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

beforeEach(() => {
  rows = [PERMIT];
  answer = Response.json(PERMIT);
  sent = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string, init: RequestInit = {}) => {
      const method = init.method ?? "GET";
      if (method !== "GET") {
        sent.push({ path: url, method, body: JSON.parse(String(init.body ?? "null")) });
        return answer.clone();
      }
      if (url.includes("settings/public")) return Response.json({ time_zone: "UTC" });
      if (url.includes("/requirements/")) return Response.json({ next: null, results: rows });
      if (url.includes("car-types/")) return Response.json({ results: [PERMIT.car_type] });
      return Response.json({ results: [] });
    }),
  );
});

afterEach(() => vi.unstubAllGlobals());

function show() {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <RequirementsPage />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

async function openForm() {
  const [add] = await screen.findAllByRole("button", { name: "Add required document" });
  await userEvent.click(add as HTMLElement);
  return screen.findByRole("dialog");
}

async function openAction(name: string) {
  const menu = await screen.findByRole("button", { name: "Actions for Driver permit: Driver" });
  await userEvent.click(menu);
  await userEvent.click(await screen.findByRole("menuitem", { name, hidden: true }));
  return screen.findByRole("dialog");
}

async function setGrace(panel: HTMLElement, days: string) {
  const grace = within(panel).getByRole("textbox", { name: "Grace days" });
  await userEvent.clear(grace);
  await userEvent.type(grace, days);
  return grace;
}

const save = (panel: HTMLElement, name: string) =>
  userEvent.click(within(panel).getByRole("button", { name }));

describe("required documents", () => {
  it("are listed with their effect, car type and fleet", async () => {
    show();
    const row = (await screen.findByText("Economy")).closest("tr");
    for (const text of ["Driver permit", "Blocks trips", "14", "Any fleet"]) {
      expect(row).toHaveTextContent(text);
    }
  });

  it("follow the standard rule if none is listed", async () => {
    rows = [];
    show();
    expect(await screen.findByText("No required documents yet.")).toBeInTheDocument();
    expect(screen.getByText("All documents follow the standard rule.")).toBeInTheDocument();
    expect(screen.getByText(/a missing one doesn’t/)).toBeInTheDocument();
  });

  it("are added after a note about the drivers without the document", async () => {
    show();
    const panel = await openForm();
    const note = within(panel).getByRole("status");
    expect(note).toHaveTextContent("Drivers without this document get no trips from now on.");
    await setGrace(panel, "7");
    expect(note).toHaveTextContent("Drivers without this document get no trips after 7 days.");
    const choose = (label: string, value: string) =>
      userEvent.selectOptions(within(panel).getByRole("combobox", { name: label }), value);
    await choose("Applies to", "vehicle");
    expect(note).toHaveTextContent("Drivers whose vehicle is without this document");
    await choose("Type", "inspection");
    await choose("Effect", "warns");
    expect(within(panel).getByRole("status")).toHaveTextContent("Trips are still offered");
    await save(panel, "Add required document");
    await waitFor(() =>
      expect(sent).toEqual([
        {
          path: "/api/v1/requirements/",
          method: "POST",
          body: {
            subject: "vehicle",
            kind: "inspection",
            effect: "warns",
            grace_days: "7",
            car_type: null,
            fleet_admin: null,
          },
        },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("count their grace days from the day they were added", async () => {
    show();
    const panel = await openAction("Edit");
    const note = within(panel).getByRole("status");
    expect(note).toHaveTextContent("get no trips after 10 days.");
    await setGrace(panel, "3");
    expect(note).toHaveTextContent("get no trips from now on.");
    await save(panel, "Save");
    await waitFor(() =>
      expect(sent[0]).toMatchObject({
        path: "/api/v1/requirements/4/",
        method: "PATCH",
        body: { kind: "permit", grace_days: "3", car_type: 1, fleet_admin: null },
      }),
    );
  });

  it("show a refusal at its field", async () => {
    const message = "Ensure this value is less than or equal to 365.";
    answer = Response.json(
      { code: "invalid", detail: "", fields: { grace_days: message } },
      { status: 400 },
    );
    show();
    const panel = await openForm();
    const grace = await setGrace(panel, "999");
    await save(panel, "Add required document");
    expect(await within(panel).findByText(message)).toBeInTheDocument();
    expect(grace).toBeInvalid();
    expect(grace).toHaveFocus();
  });

  it("show at the type that the document is required already", async () => {
    answer = Response.json({ code: "requirement_exists", detail: "" }, { status: 409 });
    show();
    const panel = await openForm();
    await save(panel, "Add required document");
    expect(await within(panel).findByRole("alert")).toHaveTextContent("already required");
    expect(within(panel).getByRole("combobox", { name: "Type" })).toBeInvalid();
  });

  it("are deleted after a confirmation", async () => {
    answer = new Response(null, { status: 204 });
    show();
    const sheet = await openAction("Delete");
    expect(sheet).toHaveTextContent("Delete Driver permit: Driver?");
    expect(sent).toEqual([]);
    rows = [];
    await save(sheet, "Delete");
    expect(await screen.findByText("No required documents yet.")).toBeInTheDocument();
    expect(sent).toMatchObject([{ path: "/api/v1/requirements/4/", method: "DELETE" }]);
  });

  it("stay if deleting is refused", async () => {
    answer = Response.json({ code: "demo_mode", detail: "Demo mode." }, { status: 403 });
    show();
    const sheet = await openAction("Delete");
    await save(sheet, "Delete");
    expect(await within(sheet).findByRole("alert")).not.toBeEmptyDOMElement();
    expect(screen.getByText("Economy")).toBeInTheDocument();
  });
});
