import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Export } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { mockBookingsApi, openHistory, refusal, row } from "@/testing/mock-bookings-api";

const job = (changes: Partial<Export> = {}) =>
  ({
    id: 5,
    kind: "bookings",
    format: "xlsx",
    state: "queued",
    rows_done: 0,
    rows_total: null,
    error: null,
    url: null,
    ...changes,
  }) as Export;

let followed: string[] = [];

function serve(stages: Export[]) {
  return mockBookingsApi([row()], {
    "POST exports/": () => Response.json(job(), { status: 201 }),
    "GET exports/5/": () => Response.json(stages.length > 1 ? stages.shift() : stages[0]),
    "DELETE exports/5/": () => new Response(null, { status: 204 }),
  });
}

async function open(at = "/bookings") {
  openHistory("admin", at);
  await screen.findByRole("link", { name: "K7WQ4P" });
  await userEvent.click(screen.getByRole("button", { name: "Export" }));
  return within(await screen.findByRole("dialog"));
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => {
  localStorage.clear();
  followed = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function follow(
    this: HTMLAnchorElement,
  ) {
    followed.push(this.getAttribute("href") ?? "");
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("exporting the list", () => {
  it("shows its progress, then downloads the file", async () => {
    serve([
      job({ state: "running", rows_total: 2000, rows_done: 500 }),
      job({ state: "done", rows_total: 2000, rows_done: 2000, url: "/media/bookings.xlsx?s=1" }),
    ]);
    const dialog = await open();
    await userEvent.click(dialog.getByRole("button", { name: "Export" }));
    expect(await dialog.findByText("500 of 2,000 rows written")).toBeVisible();
    expect(dialog.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");
    const link = await dialog.findByRole("link", { name: "Download" });
    expect(link).toHaveAttribute("href", "/media/bookings.xlsx?s=1");
    expect(followed).toEqual(["/media/bookings.xlsx?s=1"]);
  });

  it("exports the list's filters, order and columns", async () => {
    const calls = serve([job()]);
    const dialog = await open("/bookings?status=COMPLETE&from=2026-05-01&sort=-trip_cost");
    await userEvent.click(dialog.getByRole("radio", { name: "Text (CSV)" }));
    await userEvent.click(dialog.getByRole("radio", { name: "Visible columns" }));
    await userEvent.click(dialog.getByRole("button", { name: "Export" }));
    await dialog.findByText("Preparing…");
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
      kind: "bookings",
      format: "csv",
      filters: { status: "COMPLETE", from: "2026-05-01", ordering: "-trip_cost" },
      columns: [
        "reference",
        "trip_date",
        "customer_name",
        "pickup_add",
        "stops",
        "drop_add",
        "driver_name",
        "status",
        "trip_cost",
      ],
    });
  });

  it("can be cancelled", async () => {
    const calls = serve([job({ state: "running", rows_total: 2000, rows_done: 1 })]);
    const dialog = await open();
    await userEvent.click(dialog.getByRole("button", { name: "Export" }));
    await userEvent.click(await dialog.findByRole("button", { name: "Cancel export" }));
    await waitFor(() =>
      expect(calls.some(({ method, path }) => method === "DELETE" && path === "exports/5/")).toBe(
        true,
      ),
    );
    expect(dialog.getByRole("radio", { name: "Excel (XLSX)" })).toBeInTheDocument();
    expect(followed).toEqual([]);
  });

  it("continues while the dialog is closed", async () => {
    serve([job({ state: "running", rows_total: 2000, rows_done: 700 })]);
    const dialog = await open();
    await userEvent.click(dialog.getByRole("button", { name: "Export" }));
    await dialog.findByText("700 of 2,000 rows written");
    await userEvent.click(dialog.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await userEvent.click(screen.getByRole("button", { name: "Export" }));
    expect(await screen.findByText("700 of 2,000 rows written")).toBeInTheDocument();
  });

  it("shows why it failed, and can be retried", async () => {
    serve([job({ state: "failed", error: "export_failed" })]);
    const dialog = await open();
    await userEvent.click(dialog.getByRole("button", { name: "Export" }));
    expect(await dialog.findByRole("alert")).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Try again" }));
    expect(dialog.getByRole("button", { name: "Export" })).toBeEnabled();
  });

  it("shows beside the button why it did not start", async () => {
    mockBookingsApi([row()], { "POST exports/": () => refusal("too_many_exports", 409) });
    const dialog = await open();
    await userEvent.click(dialog.getByRole("button", { name: "Export" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(
      "Wait until your other exports are done.",
    );
  });
});
