import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Tariff, TariffRow } from "@/api/tariffs";
import { loadRest, startI18n } from "@/i18n/setup";
import { callsTo, mockBookingApi, refusal, signInAs } from "@/testing/mock-booking-api";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ToastOutlet } from "@/ui/toast";
import { TariffPage } from "./tariff-page";
import { TariffsPage } from "./tariffs-page";

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

const ROW: TariffRow = {
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
};
const DRAFT: Tariff = {
  ...ROW,
  document: {
    format: "hansom-tariff",
    name: "Town",
    time_zone: "Europe/London",
    zones: {
      Airport: {
        rings: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
          ],
        ],
      },
    },
    rules: [
      {
        name: "Night rate",
        when: { hours: "23:00-06:00", car_types: ["Economy"] },
        then: { kind: "rates", base: "4", distance: [{ rate: "2.80" }], per_hour: "30" },
      },
      { name: "Minimum", then: { kind: "minimum", amount: "5" } },
    ],
  },
};
const GRID = {
  other_id: null,
  rows: ["2", "5", "10", "20"].map((name) => ({
    name,
    cells: [0, 1, 2, 3].map(() => ({
      trip_cost: "12.00",
      other_trip_cost: "10.00",
      difference: "2.00",
    })),
  })),
};

function show(at: string, answers: Parameters<typeof mockBookingApi>[0] = {}) {
  const calls = mockBookingApi({
    "tariffs/4/": () => json(DRAFT),
    "tariffs/?": () => json({ next: null, results: [ROW] }),
    "tariffs/check/": () => json({ errors: [], warnings: [] }),
    "tariffs/compare/": () => json(GRID),
    "tariffs/periods/": () => json({ results: [] }),
    "public-holidays/": () => json({ next: null, results: [] }),
    "me/views/": () => json({ results: [] }),
    ...answers,
  });
  signInAs("admin");
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path="/tariffs" element={<TariffsPage />} />
            <Route path="/tariffs/:id" element={<TariffPage />} />
          </Routes>
          <ToastOutlet />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return calls;
}

const rule = async (name: string) => {
  const list = within(await screen.findByRole("list", { name: "Rules" }));
  const title = list.getByText(name, { selector: "strong *" });
  return within(title.closest("li") as HTMLElement);
};
const press = (name: string | RegExp) =>
  screen.findByRole("button", { name }).then((button) => userEvent.click(button));
const choose = async (of: string, name: string) => {
  await press(`Actions for ${of}`);
  await userEvent.click(await screen.findByRole("menuitem", { name, hidden: true }));
};

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("the tariffs", () => {
  it("start from the car types and open the draft", async () => {
    const calls = show("/tariffs", { "tariffs/": () => json({ ...DRAFT, id: 4 }, 201) });
    await press("Add tariff");
    expect(await screen.findByRole("heading", { level: 1, name: "Town" })).toBeInTheDocument();
    const [created] = callsTo(calls, "tariffs/").filter(({ path }) => path === "tariffs/");
    expect(created?.body).toEqual({ of_car_types: true });
  });

  it("say which prices apply without a tariff", async () => {
    show("/tariffs");
    expect(await screen.findByText("Trips are priced by car type.")).toBeInTheDocument();
  });
});

describe("a draft", () => {
  it("shows its rules in words", async () => {
    show("/tariffs/4");
    const night = await rule("Night rate");
    expect(night.getByText(/Economy · 23:00-06:00/)).toBeInTheDocument();
    expect(night.getByText("£4.00 + £2.80 per km + £30.00 per hour")).toBeInTheDocument();
    expect((await rule("Minimum")).getByText(/Always/)).toBeInTheDocument();
  });

  it("shows a probable mistake at its rule", async () => {
    const gap = { code: "never_applies", rule: 1, path: "", detail: "Night rate" };
    show("/tariffs/4", { "tariffs/check/": () => json({ errors: [], warnings: [gap] }) });
    const minimum = await rule("Minimum");
    expect(await minimum.findByText("Earlier rules apply first: Night rate")).toBeInTheDocument();
  });

  it("saves an edited rule with the revision that was read", async () => {
    const calls = show("/tariffs/4");
    await choose("Minimum", "Edit");
    const dialog = within(await screen.findByRole("dialog", { name: "Edit rule" }));
    const amount = dialog.getByLabelText("Amount");
    await userEvent.clear(amount);
    await userEvent.type(amount, "6.50{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    const saved = callsTo(calls, "tariffs/4/").find(({ body }) => "revision" in body);
    expect(saved?.body).toMatchObject({
      revision: 3,
      document: { rules: [{}, { name: "Minimum", then: { kind: "minimum", amount: "6.50" } }] },
    });
  });

  it("moves a rule, and says what the server refuses", async () => {
    const answers = [json(DRAFT), refusal("tariff_changed", 409), json(DRAFT)];
    show("/tariffs/4", { "tariffs/4/": () => answers.shift() ?? json(DRAFT) });
    await choose("Minimum", "Move up");
    expect(
      await screen.findByText("Someone else has changed this tariff. Load it again."),
    ).toBeInTheDocument();
  });

  it("has prices beside those in force, with the lines of one", async () => {
    show("/tariffs/4", {
      "tariffs/4/preview/": () =>
        json({ trip_cost: "12.00", convenience_fees: "0", driver_share: "12", breakdown: [] }),
      "tariffs/4/fees/": () => json({ results: [] }),
    });
    const [price] = await screen.findAllByRole("button", { name: "£12.00" });
    expect(screen.getAllByText("+£2.00")).toHaveLength(16);
    await userEvent.click(price as HTMLElement);
    const lines = await screen.findByRole("region", { name: "Lines of the price" });
    expect(await within(lines).findByText("£12.00")).toBeInTheDocument();
  });

  it("tests a booking by the hour under a tariff with a rule for it", async () => {
    const HIRE: Tariff = {
      ...DRAFT,
      document: {
        ...DRAFT.document,
        rules: [
          {
            name: "City tour",
            then: { kind: "hire", per_hour: "40", extra_half_hour: "22" },
          },
        ],
      },
    };
    const calls = show("/tariffs/4", {
      "tariffs/4/": () => json(HIRE),
      "tariffs/4/preview/": () =>
        json({ trip_cost: "102.00", convenience_fees: "0", driver_share: "102", breakdown: [] }),
    });
    const hire = within(await screen.findByRole("region", { name: "Test a booking by the hour" }));
    expect(await hire.findByText("£102.00")).toBeInTheDocument();
    await userEvent.click(hire.getByRole("button", { name: "Book longer" }));
    const distance = hire.getByLabelText("Distance driven (km)");
    await userEvent.clear(distance);
    expect(hire.getByText("Enter a number.")).toBeInTheDocument();
    await userEvent.type(distance, "52");
    await waitFor(() =>
      expect(callsTo(calls, "tariffs/4/preview/").at(-1)?.body).toMatchObject({
        hire_minutes: 150,
        run: { distance_km: "52.000", minutes: "120.00" },
      }),
    );
  });

  it("shows what cancelling a test trip costs, for the minutes that are entered", async () => {
    const fee = (occasion: string, amount: string | null, explanation = "") => ({
      occasion,
      amount,
      explanation,
    });
    const calls = show("/tariffs/4", {
      "tariffs/4/preview/": () =>
        json({ trip_cost: "12.00", convenience_fees: "0", driver_share: "12", breakdown: [] }),
      "tariffs/4/fees/": () =>
        json({
          results: [
            fee("on_the_way", "4.00", "Late: Cancelled after more than 2 mins"),
            fee("arrived", null),
            fee("no_show", "6.00", "Absent: The rider did not come"),
          ],
        }),
    });
    const [price] = await screen.findAllByRole("button", { name: "£12.00" });
    await userEvent.click(price as HTMLElement);
    const fees = await screen.findByRole("region", { name: "If the trip doesn’t take place" });
    expect(await within(fees).findByText("£4.00")).toBeInTheDocument();
    expect(within(fees).getByText("Late: Cancelled after more than 2 mins")).toBeInTheDocument();
    expect(within(fees).getByText("No rule: like a no-show")).toBeInTheDocument();
    const minutes = within(fees).getByLabelText("Minutes since a driver accepted");
    await userEvent.clear(minutes);
    expect(within(fees).getByText("Enter a number.")).toBeInTheDocument();
    await userEvent.type(minutes, "12");
    await waitFor(() =>
      expect(callsTo(calls, "tariffs/4/fees/").at(-1)?.body).toMatchObject({
        after_minutes: "12",
      }),
    );
  });

  it("is published after its warnings are accepted", async () => {
    const gap = { code: "gap", rule: null, path: "", detail: "Mo 06:00" };
    const calls = show("/tariffs/4", {
      "tariffs/check/": () => json({ errors: [], warnings: [gap] }),
      "tariffs/4/publish/": () => json(DRAFT),
    });
    await press("Publish");
    const dialog = within(await screen.findByRole("dialog", { name: "Publish Town?" }));
    await userEvent.click(await dialog.findByLabelText("Publish with 1 warning"));
    await userEvent.click(dialog.getByRole("button", { name: "Publish" }));
    await screen.findByText("Tariff published");
    expect(callsTo(calls, "tariffs/4/publish/")[0]?.body).toEqual({
      revision: 3,
      accept_warnings: true,
    });
  });

  it("that does not exist is not found", async () => {
    show("/tariffs/4", { "tariffs/4/": () => refusal("not_found", 404) });
    expect(await screen.findByText("Tariff not found")).toBeInTheDocument();
  });
});

describe("a published tariff", () => {
  it("cannot be edited, but copied", async () => {
    show("/tariffs/4", {
      "tariffs/4/": () => json({ ...DRAFT, state: "in_force", version: 2 }),
    });
    await rule("Night rate");
    expect(screen.getByRole("button", { name: "Copy" })).toBeInTheDocument();
    for (const name of ["Add rule", "Publish", "Delete", "Actions for Minimum"])
      expect(screen.queryByRole("button", { name })).not.toBeInTheDocument();
  });
});
