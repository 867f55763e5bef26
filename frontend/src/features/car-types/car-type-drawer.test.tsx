import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { AdminCarType } from "@/api/admin-catalogue";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { CarTypeDrawer, type Part } from "./car-type-drawer";

const ECONOMY: AdminCarType = {
  id: 7,
  name: "Economy",
  image: null,
  icon: "economy",
  extra_info: "",
  seats: null,
  luggage: null,
  base_fare: "10.0000",
  rate_per_unit_distance: "5.0000",
  rate_per_hour: "5.0000",
  min_fare: "10.0000",
  convenience_fees: "15.0000",
  convenience_fee_type: "percentage",
  parcel_types: [{ id: 3, description: "Box", amount: "5.0000" }],
  options: [],
  cancel_slabs: [{ mins_delayed: 2, amount: "10.0000" }],
  app_category: "delivery",
  position: 0,
  created_at: "2026-11-22T05:00:00Z",
  drivers: 2,
};

type Sent = Record<string, unknown>;
let previews: Sent[];
let saved: { method: string; body: Sent }[];
let answer: Response;
const onClose = vi.fn();

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

beforeEach(() => {
  previews = [];
  saved = [];
  answer = Response.json(ECONOMY);
  onClose.mockClear();
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string, init: RequestInit = {}) => {
      if (url.includes("settings/public")) {
        return Response.json({ symbol: "$", decimal: 2, app_category: "delivery" });
      }
      const body = JSON.parse(String(init.body)) as Sent;
      if (url.includes("preview")) {
        previews.push(body);
        const cost = `${Number(body.base_fare) * 2}.0000`;
        return Response.json({
          trip_cost: cost,
          convenience_fees: "0.0000",
          driver_share: cost,
          breakdown: [],
        });
      }
      saved.push({ method: init.method ?? "GET", body });
      return answer.clone();
    }),
  );
});

afterEach(() => vi.unstubAllGlobals());

function show(part: Part = "figures") {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <CarTypeDrawer car={ECONOMY} part={part} onClose={onClose} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

describe("a car type", () => {
  it("shows the server's fare preview, refetched after each change", async () => {
    show();
    const preview = await screen.findByRole("region", { name: "Fare preview" });
    expect(await within(preview).findByText("$20.00")).toBeInTheDocument();
    const base = screen.getByRole("textbox", { name: "Base fare" });
    await userEvent.clear(base);
    await userEvent.type(base, "21");
    expect(await within(preview).findByText("$42.00")).toBeInTheDocument();
    expect(previews.at(-1)).toMatchObject({ base_fare: "21", distance: "5", minutes: "15" });
    expect(saved).toEqual([]);
  });

  it("requests no price for an invalid number", async () => {
    show();
    await userEvent.type(await screen.findByRole("textbox", { name: "Base fare" }), "x");
    expect(await screen.findByText("Enter amounts as numbers.")).toBeInTheDocument();
    await waitFor(() => expect(previews.every(({ base_fare }) => base_fare !== "10x")).toBe(true));
  });

  it("sends its sub-tables whole, rows that stay with their ids", async () => {
    show("parcel_types");
    await userEvent.click(await screen.findByRole("button", { name: "Add row" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Description 2" }), "Letter");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(saved[0]).toMatchObject({
      method: "PATCH",
      body: {
        parcel_types: [
          { id: 3, description: "Box", amount: "5" },
          { description: "Letter", amount: "0" },
        ],
        cancel_slabs: [{ mins_delayed: 2, amount: "10" }],
      },
    });
  });

  it("names the row of a sub-table that the server rejects", async () => {
    answer = Response.json(
      {
        code: "invalid",
        detail: "Some values aren't allowed.",
        fields: {
          "cancel_slabs.0.mins_delayed": "Each tier must start later than the one before.",
        },
      },
      { status: 400 },
    );
    show("cancel_slabs");
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
    expect(
      await screen.findByText("Each tier must start later than the one before."),
    ).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Minutes 1" })).toBeInvalid();
    expect(onClose).not.toHaveBeenCalled();
  });
});
