import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Vehicle } from "@/api/fleet";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { catchUploads, picture } from "@/testing/fake-upload";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { VehiclesPage } from "./vehicles-page";

const BEN = { id: 8, name: "Ben Carisbrooke" };
const VAN: Vehicle = {
  id: 3,
  plate: "VAN 1",
  licence_number: "L 77",
  make: "Toyota",
  model: "Proace",
  colour: "",
  year: 2022,
  seats: null,
  wheelchair: true,
  child_seat: false,
  pets: false,
  luggage: null,
  car_type: { id: 1, name: "Economy" },
  fleet_admin: null,
  active: true,
  created_at: "2026-11-22T05:00:00Z",
  assignment: {
    id: 1,
    driver: BEN,
    starts_at: "2026-11-23T05:00:00Z",
    ends_at: null,
    in_force: true,
  },
};

let answer: Response;
let sent: { path: string; method: string; body: unknown }[];

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

beforeEach(() => {
  answer = Response.json(VAN);
  sent = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string, init: RequestInit = {}) => {
      const method = init.method ?? "GET";
      if (method !== "GET") {
        sent.push({ path: url, method, body: JSON.parse(String(init.body ?? "{}")) });
        return answer.clone();
      }
      if (url.includes("settings/public")) return Response.json({ time_zone: "UTC" });
      if (url.includes("assignments/")) return Response.json({ results: [VAN.assignment] });
      if (url.includes("/vehicles/")) return Response.json({ next: null, results: [VAN] });
      if (url.includes("car-types/")) return Response.json({ results: [VAN.car_type] });
      if (url.includes("/drivers/")) return Response.json({ next: null, results: [BEN] });
      return Response.json({ results: [] });
    }),
  );
});

afterEach(() => vi.unstubAllGlobals());

async function openAction(name: string) {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <VehiclesPage />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Actions for VAN 1" }));
  await userEvent.click(await screen.findByRole("menuitem", { name, hidden: true }));
  return screen.findByRole("dialog");
}

describe("vehicles", () => {
  it("show their driver, and a plate that another vehicle has at its field", async () => {
    answer = Response.json({ code: "plate_taken", detail: "" }, { status: 409 });
    const panel = await openAction("Edit");
    expect(screen.getByText("VAN 1").closest("tr")).toHaveTextContent("Ben Carisbrooke");
    const plate = within(panel).getByRole("textbox", { name: "Plate" });
    await userEvent.clear(plate);
    await userEvent.type(plate, "VAN 2");
    await userEvent.click(within(panel).getByRole("button", { name: "Save" }));
    expect(await within(panel).findByRole("alert")).toHaveTextContent("has this plate");
    expect(plate).toBeInvalid();
    expect(sent[0]).toMatchObject({
      path: "/api/v1/vehicles/3/",
      method: "PATCH",
      body: { plate: "VAN 2", year: "2022", seats: null, wheelchair: true, car_type: 1 },
    });
  });

  it("are assigned to a driver, with the assignments so far", async () => {
    const panel = await openAction("Assign to a driver");
    expect(await within(panel).findByText(/no end/)).toBeInTheDocument();
    const driver = within(panel).getByRole("combobox", { name: "Driver" });
    await userEvent.click(within(panel).getByRole("button", { name: "Assign to a driver" }));
    await waitFor(() => expect(driver).toBeInvalid());
    expect(sent).toEqual([]);
    await userEvent.click(driver);
    await userEvent.click(await screen.findByRole("option", { name: BEN.name, hidden: true }));
    await userEvent.click(within(panel).getByRole("button", { name: "Assign to a driver" }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          path: "/api/v1/vehicles/3/assign/",
          method: "POST",
          body: { driver: 8, starts_at: null, ends_at: null },
        },
      ]),
    );
  });

  it("get a document, with its kind, number and photo", async () => {
    const uploads = catchUploads();
    const panel = await openAction("Add document");
    expect(panel).toHaveAccessibleName("Add document: VAN 1");
    const add = within(panel).getByRole("button", { name: "Add" });
    expect(add).toBeDisabled();
    await userEvent.selectOptions(within(panel).getByLabelText("Type"), "Insurance");
    await userEvent.type(within(panel).getByLabelText("Number"), "P-7");
    const file = panel.querySelector("input[type=file]");
    await userEvent.upload(file as HTMLInputElement, picture());
    await userEvent.click(add);
    await waitFor(() => expect(uploads).toHaveLength(1));
    const [sent] = uploads;
    expect(sent?.endpoint).toBe("POST vehicles/3/documents/");
    expect(sent?.values).toMatchObject({ kind: "insurance", number: "P-7" });
    act(() => sent?.answer(201, {}));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("are taken back after a confirmation, which shows a refusal", async () => {
    answer = Response.json({ code: "driver_on_trip", detail: "" }, { status: 409 });
    const sheet = await openAction("End assignment");
    await userEvent.click(within(sheet).getByRole("button", { name: "End assignment" }));
    expect(await within(sheet).findByRole("alert")).toHaveTextContent("The driver is on a trip.");
    expect(sent[0]?.path).toBe("/api/v1/vehicles/3/unassign/");
  });
});
