import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Tariff } from "@/api/tariffs";
import { loadRest, startI18n } from "@/i18n/setup";
import { callsTo, mockBookingApi, refusal, signInAs } from "@/testing/mock-booking-api";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ToastOutlet } from "@/ui/toast";
import { TariffPage } from "./tariff-page";

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const SQUARE = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];
const DRAFT = {
  id: 4,
  name: "Town",
  version: null,
  state: "draft",
  revision: 3,
  valid_from: null,
  created_at: "2026-11-20T10:00:00Z",
  created_by: "Dora",
  published_at: null,
  published_by: "",
  document: {
    format: "hansom-tariff",
    name: "Town",
    time_zone: "Europe/London",
    zones: { Port: { rings: [SQUARE] }, Spare: {} },
    rules: [
      {
        name: "Port fee",
        when: { pickup_zones: ["Port"] },
        then: { kind: "extra", amount: "3" },
      },
    ],
  },
} as Tariff;

/** Shows a draft; `saved` answers the save. The map is not available, as without a connection. */
function show(saved: () => Response = () => json(DRAFT), tariff: Tariff = DRAFT) {
  const calls = mockBookingApi({
    "tariffs/4/": ({ body }) => ("revision" in body ? saved() : json(tariff)),
    "tariffs/check/": () => json({ errors: [], warnings: [] }),
    "tariffs/compare/": () => json({ other_id: null, rows: [] }),
    maps: () => refusal("not_found", 404),
  });
  signInAs("admin");
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={["/tariffs/4"]}>
          <Routes>
            <Route path="/tariffs/:id" element={<TariffPage />} />
          </Routes>
          <ToastOutlet />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return () =>
    callsTo(calls, "tariffs/4/")
      .filter(({ body }) => "revision" in body)
      .map(({ body }) => (body as { document: Tariff["document"] }).document);
}

const refused = (fields: Record<string, string>) => () =>
  json({ code: "tariff_invalid", detail: "This tariff has errors.", fields }, 400);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const open = async (button: string, title: string) => {
  await press(button);
  return within(await screen.findByRole("dialog", { name: title }));
};
type Dialog = Awaited<ReturnType<typeof open>>;
const tap = (dialog: Dialog, name: string) => userEvent.click(dialog.getByRole("button", { name }));
const rows = (dialog: Dialog) => dialog.queryAllByLabelText(/^Latitude of corner/);

async function typeCorners(dialog: Dialog, ...corners: [string, string][]) {
  for (const [lat, lng] of corners) {
    await tap(dialog, "Add corner");
    const number = rows(dialog).length;
    await userEvent.type(dialog.getByLabelText(`Latitude of corner ${number}`), lat);
    await userEvent.type(dialog.getByLabelText(`Longitude of corner ${number}`), lng);
  }
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("a zone", () => {
  it("is added without the map, by its corners, and the focus returns to the button", async () => {
    const documents = show();
    const dialog = await open("Add zone", "Add zone");
    await userEvent.type(dialog.getByLabelText("Name"), " Quay ");
    await typeCorners(dialog, ["50,7", "-1.3"], ["50.7", "-1.2"], ["50.8", "-1.2"]);
    await tap(dialog, "Save");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(documents()[0]?.zones?.Quay).toEqual({
      rings: [
        [
          [-1.3, 50.7],
          [-1.2, 50.7],
          [-1.2, 50.8],
          [-1.3, 50.7],
        ],
      ],
    });
    expect(Object.keys(documents()[0]?.zones ?? {})).toEqual(["Port", "Spare", "Quay"]);
    await waitFor(() => expect(screen.getByRole("button", { name: "Add zone" })).toHaveFocus());
  });

  it("is renamed with the rules that name it, and its outline stays", async () => {
    const zones = { Spare: {}, Wharf: { rings: [SQUARE] } };
    const documents = show(() => json({ ...DRAFT, document: { ...DRAFT.document, zones } }));
    const dialog = await open("Edit zone Port", "Edit zone");
    expect(rows(dialog)).toHaveLength(4);
    await userEvent.clear(dialog.getByLabelText("Name"));
    await userEvent.type(dialog.getByLabelText("Name"), "Wharf{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(documents()[0]?.zones).toEqual({ Wharf: { rings: [SQUARE] }, Spare: {} });
    expect(documents()[0]?.rules[0]?.when).toEqual({ pickup_zones: ["Wharf"] });
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Edit zone Wharf" })).toHaveFocus(),
    );
  });

  it("without an area can be renamed, and then has still none", async () => {
    const documents = show();
    const dialog = await open("Edit zone Spare", "Edit zone");
    await userEvent.type(dialog.getByLabelText("Name"), " 2{Enter}");
    await waitFor(() => expect(documents()[0]?.zones?.["Spare 2"]).toEqual({}));
  });

  it.each([
    ["zones.Port.rings[0]", "The outline crosses itself."],
    ["zones.Port.rings[0]", "All corners are on one line."],
    ["zones.Port.rings", "An area has at least three different corners."],
  ])("shows the refusal of %s at its corners: %s", async (path, sentence) => {
    show(refused({ [path]: sentence }));
    const dialog = await open("Edit zone Port", "Edit zone");
    await tap(dialog, "Save");
    expect(await dialog.findByText(sentence)).toBeInTheDocument();
    await waitFor(() => expect(dialog.getByLabelText("Latitude of corner 1")).toHaveFocus());
    expect(dialog.getByRole("group", { name: "Corners" })).toBeInvalid();
    await tap(dialog, "Remove corner 4");
    expect(dialog.queryByText(sentence)).not.toBeInTheDocument();
  });

  it("shows the refusal of its name at the name", async () => {
    show(refused({ "zones.port": "The zone “Port” has the same name." }));
    const dialog = await open("Add zone", "Add zone");
    await userEvent.type(dialog.getByLabelText("Name"), "port");
    await typeCorners(dialog, ["0", "0"], ["0", "1"], ["1", "1"]);
    await tap(dialog, "Save");
    expect(await dialog.findByText("The zone “Port” has the same name.")).toBeInTheDocument();
    expect(dialog.getByLabelText("Name")).toHaveFocus();
  });

  it("never replaces another zone, and is not sent without a name, an area or numbers", async () => {
    const documents = show();
    const dialog = await open("Add zone", "Add zone");
    await tap(dialog, "Save");
    expect(await dialog.findByText("Enter a name.")).toBeInTheDocument();
    expect(dialog.getByText(/^Draw the area on the map/)).toBeInTheDocument();
    await userEvent.type(dialog.getByLabelText("Name"), "Port");
    await typeCorners(dialog, ["0", "0"], ["91", "1"], ["1", "x"]);
    await tap(dialog, "Save");
    expect(await dialog.findByText("There is already a zone “Port”.")).toBeInTheDocument();
    expect(dialog.getByLabelText("Latitude of corner 2")).toBeInvalid();
    expect(dialog.getByText("Enter a number from −90 to 90.")).toBeInTheDocument();
    expect(dialog.getByText("Enter a number from −180 to 180.")).toBeInTheDocument();
    expect(documents()).toEqual([]);
  });

  it("undoes and redoes changes of its corners", async () => {
    show();
    const dialog = await open("Edit zone Port", "Edit zone");
    await tap(dialog, "Undo");
    expect(rows(dialog)).toHaveLength(4);
    await userEvent.type(dialog.getByLabelText("Latitude of corner 1"), "5");
    expect(dialog.getByLabelText("Latitude of corner 1")).toHaveValue("05");
    await tap(dialog, "Remove corner 2");
    await tap(dialog, "Clear");
    expect(rows(dialog)).toHaveLength(0);
    await tap(dialog, "Undo");
    expect(rows(dialog)).toHaveLength(3);
    await tap(dialog, "Undo");
    await tap(dialog, "Undo");
    expect(dialog.getByLabelText("Latitude of corner 1")).toHaveValue("0");
    for (let count = 0; count < 3; count += 1) await tap(dialog, "Redo");
    expect(rows(dialog)).toHaveLength(0);
    expect(dialog.getByRole("button", { name: "Redo" })).toHaveFocus();
  });

  it("with many corners shows them by fifty, and those with an error", async () => {
    const ring = Array.from({ length: 120 }, (_, index) => [index / 100, (index * index) / 1e5]);
    const zones = { Port: { rings: [ring] } };
    show(undefined, { ...DRAFT, document: { ...DRAFT.document, zones } });
    const dialog = await open("Edit zone Port", "Edit zone");
    expect(rows(dialog)).toHaveLength(50);
    await tap(dialog, "Show more (70)");
    expect(rows(dialog)).toHaveLength(100);
    await tap(dialog, "Add corner");
    expect(rows(dialog)).toHaveLength(121);
    await waitFor(() => expect(dialog.getByLabelText("Latitude of corner 121")).toHaveFocus());
  });

  it("that rules use cannot be removed; others can, and the focus stays in the card", async () => {
    const documents = show();
    expect(await screen.findByRole("button", { name: "Remove zone Port" })).toBeDisabled();
    await press("Remove zone Spare");
    await waitFor(() => expect(documents()[0]?.zones).toEqual({ Port: { rings: [SQUARE] } }));
    expect(screen.getByRole("heading", { name: "Zones" })).toHaveFocus();
  });
});

describe("a file of zones", () => {
  const upload = async (...names: string[]) => {
    const features = names.map((name) => ({
      properties: { name },
      geometry: { type: "Polygon", coordinates: [SQUARE] },
    }));
    const text = JSON.stringify({ features });
    await screen.findByRole("button", { name: "Import GeoJSON" });
    const field = document.querySelector<HTMLInputElement>("input[type=file]");
    const file = new File([text], "zones.json", { type: "application/json" });
    Object.assign(file, { text: async () => text });
    await userEvent.upload(field as HTMLInputElement, file);
  };

  it("adds its zones to those of the draft", async () => {
    const documents = show();
    await upload("Quay", "Pier");
    expect(await screen.findByText("Zones imported")).toBeInTheDocument();
    expect(Object.keys(documents()[0]?.zones ?? {})).toEqual(["Port", "Spare", "Quay", "Pier"]);
  });

  it("that is refused says which zone is wrong", async () => {
    show(refused({ "zones.St. John.rings[0]": "The outline crosses itself." }));
    await upload("St. John");
    const alert = await screen.findByRole("alert");
    expect(within(alert).getByText("St. John")).toBeInTheDocument();
    expect(within(alert).getByText("The outline crosses itself.")).toBeInTheDocument();
  });
});

describe("the zones of a published tariff", () => {
  it("are shown and exported, but not changed", async () => {
    show(undefined, { ...DRAFT, state: "in_force", version: 2 });
    const card = within(await screen.findByRole("region", { name: "Zones" }));
    expect(card.getByText("Port")).toBeInTheDocument();
    expect(
      await card.findByText("The map isn’t available. Everything else works."),
    ).toBeInTheDocument();
    expect(card.getByRole("button", { name: "Export GeoJSON" })).toBeInTheDocument();
    expect(card.getAllByRole("button")).toHaveLength(1);
  });
});
