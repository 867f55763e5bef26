import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { loadRest, startI18n } from "@/i18n/setup";
import { ADA, BEN, callsTo, DEMO, mockApi, refusal, show } from "@/testing/mock-people-api";
import { AdminsPage, DriversPage, RidersPage } from "./pages";

const list = (...results: object[]) => ({ next: null, results });
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const dialog = () => screen.findByRole("dialog");

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("a list of people", () => {
  it("shows the specification's text when there are no users", async () => {
    mockApi({ "GET riders/": () => list() });
    show(<RidersPage />);
    expect(await screen.findByText("No users available.")).toBeTruthy();
  });

  it("opens a person's page", async () => {
    mockApi({ "GET riders/": () => list(ADA) });
    show(<RidersPage />);
    await userEvent.click(await screen.findByRole("gridcell", { name: /^Ada/ }));
    expect(await screen.findByText("page /people/7")).toBeTruthy();
  });

  it("shows an approval at once, and rolls back when the server rejects it", async () => {
    mockApi({
      "GET drivers/": () => list(BEN),
      "PATCH people/8/": () => refusal("driver_on_trip", 409),
    });
    show(<DriversPage />);
    const box = await screen.findByRole("checkbox", { name: "Edit Approved: Ben Carisbrooke" });
    await userEvent.click(box);
    const confirmation = within(await screen.findByRole("dialog"));
    await userEvent.click(confirmation.getByRole("button", { name: "Revoke approval" }));
    expect(await screen.findByText(/The driver is on a trip/)).toBeTruthy();
    await waitFor(() =>
      expect(
        screen.getByRole<HTMLInputElement>("checkbox", { name: /^Edit Approved/ }).checked,
      ).toBe(true),
    );
  });

  it("confirms an approval by name with its consequences, and undoes it", async () => {
    const calls = mockApi({
      "GET drivers/": () => list(BEN),
      "PATCH people/8/": ({ body }) => ({ ...BEN, approved: body?.approved }),
    });
    show(<DriversPage />);
    const box = await screen.findByRole("checkbox", { name: "Edit Approved: Ben Carisbrooke" });
    await userEvent.click(box);
    let confirmation = within(await screen.findByRole("dialog"));
    expect(confirmation.getByText(/goes offline, is logged out on all devices/)).toBeTruthy();
    await userEvent.click(confirmation.getByRole("button", { name: "Cancel" }));
    expect(callsTo(calls, "PATCH people/8/")).toEqual([]);
    await userEvent.click(box);
    confirmation = within(
      await screen.findByRole("dialog", { name: "Revoke approval of Ben Carisbrooke?" }),
    );
    await userEvent.click(confirmation.getByRole("button", { name: "Revoke approval" }));
    await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() =>
      expect(callsTo(calls, "PATCH people/8/").map(({ body }) => body)).toEqual([
        { approved: false },
        { approved: true },
      ]),
    );
  });

  it("edits a plate inline", async () => {
    const calls = mockApi({
      "GET drivers/": () => list(BEN),
      "PATCH people/8/": () => ({ ...BEN, driver: { ...BEN.driver, vehicle_number: "IW 7" } }),
    });
    show(<DriversPage />);
    await userEvent.click(
      await screen.findByRole("button", { name: "Edit Vehicle number: Ben Carisbrooke" }),
    );
    const field = screen.getByRole("textbox", { name: /^Edit Vehicle number/ });
    await userEvent.clear(field);
    await userEvent.type(field, "IW 7{Enter}");
    expect(await screen.findByText("IW 7")).toBeTruthy();
    expect(callsTo(calls, "PATCH people/8/")[0]?.body).toEqual({ vehicle_number: "IW 7" });
  });

  it("cannot export admins in demo mode", async () => {
    mockApi({ "GET admins/": () => list(ADA), "GET settings/public/": () => DEMO });
    show(<AdminsPage />);
    await screen.findByRole("gridcell", { name: /^Ada/ });
    await waitFor(() => expect(screen.queryByRole("button", { name: "Export" })).toBeNull());
  });
});

describe("a new user", () => {
  it("is sent once, with the errors under the fields", async () => {
    const sentence = "Someone else already uses this.";
    const calls = mockApi({
      "GET riders/": () => list(ADA),
      "POST riders/": ({ body }) =>
        body.email === "taken@example.org"
          ? refusal("user_exists", 409, { email: sentence })
          : { ...ADA, id: 9, name: "Zoe Lee" },
    });
    show(<RidersPage />);
    await userEvent.click(await screen.findByRole("button", { name: "Add rider" }));
    const form = within(await dialog());
    fill(form.getByLabelText(/First name/), "Zoe");
    fill(form.getByLabelText(/Last name/), "Lee");
    fill(form.getByLabelText(/Email/), "taken@example.org");
    fill(form.getByLabelText(/Phone/), "+447700900124");
    await userEvent.click(form.getByRole("button", { name: "Add" }));
    expect(await form.findByText(sentence)).toBeTruthy();
    expect((await form.findByRole("alert")).textContent).toMatch(/An account with this email/);
    fill(form.getByLabelText(/Email/), "zoe@example.org");
    await userEvent.click(form.getByRole("button", { name: "Add" }));
    expect(await screen.findByText("Zoe Lee added")).toBeTruthy();
    expect(callsTo(calls, "POST riders/").at(-1)?.body).toMatchObject({
      first_name: "Zoe",
      mobile: "+447700900124",
      password: "",
      approved: true,
    });
  });

  it("is added with the full number for a number dialled locally", async () => {
    const calls = mockApi({
      "GET settings/public/": () => ({
        ...DEMO,
        symbol: "£",
        decimal: 2,
        allow_critical_edits_admin: true,
        register: { driver_approval: false, default_country: "GB" },
      }),
      "GET riders/": () => list(ADA),
      "POST riders/": () => ({ ...ADA, id: 9, name: "Zoe Lee" }),
    });
    show(<RidersPage />);
    await userEvent.click(await screen.findByRole("button", { name: "Add rider" }));
    const form = within(await dialog());
    fill(form.getByLabelText(/First name/), "Zoe");
    fill(form.getByLabelText(/Last name/), "Lee");
    fill(form.getByLabelText(/Phone/), "07700 900124");
    await userEvent.click(form.getByRole("button", { name: "Add" }));
    expect(await screen.findByText("Zoe Lee added")).toBeTruthy();
    expect(callsTo(calls, "POST riders/")[0]?.body.mobile).toBe("+447700900124");
  });

  it("cannot change email and mobile later", async () => {
    mockApi({ "GET riders/": () => list(ADA) });
    show(<RidersPage />);
    await userEvent.click(await screen.findByRole("button", { name: "Actions for Ada Lovelace" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Edit", hidden: true }));
    const form = within(await dialog());
    expect(await form.findByText(/can only be changed by the user/)).toBeTruthy();
    expect(form.queryByLabelText(/Email/)).toBeNull();
  });
});

describe("approval in the form", () => {
  it("confirms first, saves once, and can be undone", async () => {
    const calls = mockApi({
      "GET riders/": () => list(ADA),
      "PATCH people/7/": ({ body }) => ({ ...ADA, ...body }),
    });
    show(<RidersPage />);
    await userEvent.click(await screen.findByRole("button", { name: "Actions for Ada Lovelace" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Edit", hidden: true }));
    const form = within(await dialog());
    await userEvent.click(await form.findByRole("checkbox", { name: "Approved" }));
    await userEvent.click(form.getByRole("button", { name: "Save" }));
    const question = await screen.findByRole("dialog", { name: /Ada Lovelace\?$/, hidden: true });
    expect(callsTo(calls, "PATCH people/7/")).toEqual([]);
    await userEvent.click(
      within(question).getByRole("button", { name: "Revoke approval", hidden: true }),
    );
    await waitFor(() =>
      expect(callsTo(calls, "PATCH people/7/").map(({ body }) => body)).toEqual([
        { approved: false },
      ]),
    );
    await userEvent.click(await screen.findByRole("button", { name: "Undo", hidden: true }));
    await waitFor(() =>
      expect(callsTo(calls, "PATCH people/7/").at(-1)?.body).toEqual({ approved: true }),
    );
  });
});

describe("deleting", () => {
  it("shows what is deleted and what stays, and why it is not possible", async () => {
    mockApi({
      "GET riders/": () => list(ADA),
      "DELETE people/7/": () => refusal("wallet_not_empty", 409),
    });
    show(<RidersPage />);
    await userEvent.click(await screen.findByRole("button", { name: "Actions for Ada Lovelace" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete", hidden: true }));
    const sheet = within(await dialog());
    expect(await sheet.findByText(/Trips and payments are kept/)).toBeTruthy();
    await userEvent.click(sheet.getByRole("button", { name: "Delete" }));
    expect((await sheet.findByRole("alert")).textContent).toMatch(/The wallet isn’t empty/);
  });
});

describe("an import file", () => {
  const shown = {
    known_fields: ["first_name", "email"],
    columns: [
      { header: "Name", field: "first_name" },
      { header: "Mail", field: "email" },
    ],
    missing: [],
    total: 2,
    valid: 1,
    added: 0,
    rows: [
      { line: 2, values: { first_name: "Zoe", email: "z@b.org" }, errors: {}, user_id: null },
      {
        line: 3,
        values: { first_name: "Yan", email: "x" },
        errors: { email: "Enter a valid email." },
        user_id: null,
      },
    ],
  };

  it("is previewed before users are created, and leaves out invalid rows", async () => {
    const calls = mockApi({
      "GET riders/": () => list(ADA),
      "POST people/import/preview/": () => shown,
      "POST people/import/apply/": () => ({ ...shown, added: 1 }),
    });
    show(<RidersPage />);
    await userEvent.click(await screen.findByRole("button", { name: "Import" }));
    const form = within(await dialog());
    fill(await form.findByRole("textbox"), "Name,Mail");
    await userEvent.click(form.getByRole("button", { name: "Preview" }));
    expect(await form.findByText("Enter a valid email.")).toBeTruthy();
    expect(form.getByText("1 row with errors")).toBeTruthy();
    await userEvent.click(form.getByRole("button", { name: "Add 1 person" }));
    expect(await screen.findByText("1 person added · 1 row skipped")).toBeTruthy();
    expect(callsTo(calls, "POST people/import/apply/")[0]?.body).toMatchObject({
      user_type: "rider",
      all_or_nothing: false,
      send_emails: true,
    });
  });

  it("shows the first hundred rows with errors, and the limit", async () => {
    const [wrong] = shown.rows.filter(({ errors }) => errors.email);
    const rows = Array.from({ length: 101 }, (_, line) => ({ ...wrong, line: line + 2 }));
    mockApi({
      "GET riders/": () => list(ADA),
      "POST people/import/preview/": () => ({ ...shown, rows, total: 101, valid: 0 }),
    });
    show(<RidersPage />);
    await userEvent.click(await screen.findByRole("button", { name: "Import" }));
    const form = within(await dialog());
    fill(await form.findByRole("textbox"), "Name,Mail");
    await userEvent.click(form.getByRole("button", { name: "Preview" }));
    expect(await form.findByText("Showing the first 100 rows with errors.")).toBeTruthy();
    expect(form.getAllByText("Enter a valid email.")).toHaveLength(100);
  });

  it("lets the admin map the columns", async () => {
    const calls = mockApi({
      "GET riders/": () => list(ADA),
      "POST people/import/preview/": ({ body }) =>
        Object.keys(body.mapping as object).length > 0
          ? shown
          : { ...shown, missing: ["email"], rows: [], total: 0, valid: 0 },
    });
    show(<RidersPage />);
    await userEvent.click(await screen.findByRole("button", { name: "Import" }));
    const form = within(await dialog());
    fill(await form.findByRole("textbox"), "Name,Mail");
    await userEvent.click(form.getByRole("button", { name: "Preview" }));
    expect((await form.findByRole("alert")).textContent).toMatch("Email");
    await userEvent.selectOptions(form.getByRole("combobox", { name: "Mail" }), "email");
    await waitFor(() =>
      expect(callsTo(calls, "POST people/import/preview/").at(-1)?.body.mapping).toEqual({
        Mail: "email",
      }),
    );
  });
});
