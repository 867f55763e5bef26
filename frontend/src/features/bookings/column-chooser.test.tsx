import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { UserType } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { mockBookingsApi, openHistory, row } from "@/testing/mock-bookings-api";
import { columnsFor, usualColumns } from "./columns";

const heads = () => screen.getAllByRole("columnheader").map((column) => column.textContent);
const ids = (role: UserType, category: "taxi" | "delivery" = "taxi") =>
  columnsFor({ role, category, otp: false }, i18next.t).map(({ id }) => id);

const store = (columns: string[]) =>
  localStorage.setItem("hansom.table.bookings.1", JSON.stringify({ columns, dense: false }));

async function choose(role: UserType, id = 1) {
  openHistory(role, "/bookings", id);
  await screen.findByRole("link", { name: "K7WQ4P" });
  await userEvent.click(screen.getByRole("button", { name: "Columns" }));
  return within(await screen.findByRole("dialog"));
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("the available columns", () => {
  it("are all of document 3's for admins", () => {
    const documented = `id reference created_at trip_date car_type customer_name pickup_add drop_add
      driver_name delivery_person delivery_person_phone pickup_instructions delivery_instructions
      parcel_type_selected option_selected status pickup_image deliver_image reason cancellation_fee otp
      trip_cost trip_start_time trip_end_time total_trip_time distance_km vehicle_number driver_share
      convenience_fees discount customer_paid payment_mode gateway cash_payment_amount
      card_payment_amount used_wallet_money`.split(/\s+/);
    const available: string[] = ids("admin", "delivery");
    expect(documented.filter((id) => !available.includes(id))).toEqual([]);
  });

  it("hide the driver share and the fee from riders only", () => {
    for (const role of ["driver", "fleetadmin", "admin"] as const) {
      expect(ids(role)).toEqual(expect.arrayContaining(["driver_share", "convenience_fees"]));
    }
    expect(ids("rider")).not.toContain("driver_share");
    expect(ids("rider")).not.toContain("convenience_fees");
  });

  it("include the parcel's only where parcels are carried", () => {
    expect(ids("admin")).not.toContain("delivery_person");
    expect(ids("admin", "delivery")).toContain("delivery_person");
  });

  it("have the code among the usual ones where trips start with one", () => {
    expect(usualColumns({ role: "admin", category: "taxi", otp: true })).toContain("otp");
    expect(usualColumns({ role: "admin", category: "taxi", otp: false })).not.toContain("otp");
  });

  it("use the names of the export", () => {
    const columns = columnsFor({ role: "rider", category: "taxi", otp: false }, i18next.t);
    expect(columns.find(({ id }) => id === "way")?.exported).toEqual([
      "pickup_add",
      "stops",
      "drop_add",
    ]);
    expect(columns.find(({ id }) => id === "reference")?.exported).toBeUndefined();
  });
});

describe("the chooser", () => {
  it("adds a column and requests its fields", async () => {
    const calls = mockBookingsApi([row()]);
    const dialog = await choose("driver");
    await userEvent.click(dialog.getByRole("checkbox", { name: "Convenience fee", hidden: true }));
    await waitFor(() => expect(screen.getByText("£8.03")).toBeInTheDocument());
    await waitFor(() => expect(calls.at(-1)?.query.get("fields")).toBe("all"));
  });

  it("adds the payment method chosen at booking to the table", async () => {
    mockBookingsApi([row({ chosen_payment: "card", chosen_provider_label: "Stripe" })]);
    const dialog = await choose("admin");
    await userEvent.click(
      dialog.getByRole("checkbox", { name: "Chosen payment method", hidden: true }),
    );
    expect(await screen.findByText(/Stripe/)).toBeInTheDocument();
  });

  it("offers riders neither share nor fee", async () => {
    mockBookingsApi([row()]);
    const dialog = await choose("rider");
    expect(dialog.getByRole("checkbox", { name: "Discount", hidden: true })).toBeInTheDocument();
    expect(
      dialog.queryByRole("checkbox", { name: "Driver share", hidden: true }),
    ).not.toBeInTheDocument();
    expect(
      dialog.queryByRole("checkbox", { name: "Convenience fee", hidden: true }),
    ).not.toBeInTheDocument();
  });

  it("remembers each person's choice separately", async () => {
    mockBookingsApi([row()]);
    const dialog = await choose("admin", 1);
    await userEvent.click(dialog.getByRole("checkbox", { name: "Distance", hidden: true }));
    cleanup();

    openHistory("admin", "/bookings", 2);
    await screen.findByRole("link", { name: "K7WQ4P" });
    expect(heads()).not.toContain("Distance");
    cleanup();

    openHistory("admin", "/bookings", 1);
    await screen.findByRole("link", { name: "K7WQ4P" });
    expect(heads()).toContain("Distance");
  });

  it("restores the default columns", async () => {
    store(["reference", "rating"]);
    mockBookingsApi([row()]);
    const dialog = await choose("rider");
    await userEvent.click(dialog.getByRole("button", { name: "Reset columns", hidden: true }));
    await waitFor(() =>
      expect(heads()).toEqual([
        ...["Reference", "Date", "Route", "Driver", "Status", "Cost"],
        "Actions",
      ]),
    );
  });

  it("keeps the last column, and ignores a stored column that does not exist", async () => {
    store(["reference", "shoe_size"]);
    mockBookingsApi([row()]);
    const dialog = await choose("rider");
    expect(dialog.getByRole("checkbox", { name: "Reference", hidden: true })).toBeDisabled();
  });

  it("groups its columns under headings", async () => {
    mockBookingsApi([row()]);
    const dialog = await choose("rider");
    const money = within(dialog.getByRole("group", { name: "Money", hidden: true }));
    expect(money.getByRole("checkbox", { name: "Cost", hidden: true })).toBeChecked();
    expect(money.queryByRole("checkbox", { name: "Rider", hidden: true })).not.toBeInTheDocument();
  });
});

describe("the sort order", () => {
  it("is the server's: ascending, descending, then the default", async () => {
    const calls = mockBookingsApi([row()]);
    openHistory("rider");
    const cost = await screen.findByRole("button", { name: "Cost" });
    const ordering = () =>
      calls.findLast(({ path }) => path === "bookings/")?.query.get("ordering");
    const head = () => screen.getByRole("columnheader", { name: "Cost" });
    await userEvent.click(cost);
    await waitFor(() => expect(ordering()).toBe("-trip_cost"));
    await waitFor(() => expect(head()).toHaveAttribute("aria-sort", "descending"));
    await userEvent.click(screen.getByRole("button", { name: "Cost" }));
    await waitFor(() => expect(ordering()).toBe("trip_cost"));
    await waitFor(() => expect(head()).toHaveAttribute("aria-sort", "ascending"));
    await userEvent.click(screen.getByRole("button", { name: "Cost" }));
    await waitFor(() => expect(screen.getByLabelText("address")).toHaveTextContent(/^\/bookings$/));
  });

  it("is offered only for sortable columns", async () => {
    mockBookingsApi([row()]);
    openHistory("rider");
    await screen.findByRole("button", { name: "Date" });
    expect(screen.queryByRole("button", { name: "Driver" })).not.toBeInTheDocument();
  });
});
