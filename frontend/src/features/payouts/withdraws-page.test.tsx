import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { loadRest, startI18n } from "@/i18n/setup";
import { mockApi, row, show } from "@/testing/mock-payouts-api";
import { WithdrawsPage } from "./withdraws-page";

const page = (...rows: unknown[]) => ({ next: null, results: rows });
const refusal = (code: string, status = 409) => Response.json({ code }, { status });

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => {
  URL.createObjectURL = vi.fn(() => "blob:file");
  URL.revokeObjectURL = vi.fn();
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

describe("withdrawals in the back office", () => {
  it("show pending ones first, with name, amount and bank", async () => {
    const { requests } = mockApi({ "withdrawals/": () => page(row()) });
    show(<WithdrawsPage />, "/withdraws");
    const line = within(await screen.findByRole("row", { name: /Ben Example/ }));
    expect(await line.findByText("£40.00")).toBeInTheDocument();
    expect(line.getByText("0012345")).toBeInTheDocument();
    expect(line.getByText("Pending")).toBeInTheDocument();
    const list = requests.find((url) => url.pathname.endsWith("/withdrawals/"));
    expect(list?.searchParams.get("state")).toBe("requested");
  });

  it("show an empty list in the documents' wording", async () => {
    mockApi({ "withdrawals/": () => page() });
    show(<WithdrawsPage />, "/withdraws");
    expect(await screen.findByText("No WITHDRAWS available.")).toBeInTheDocument();
  });

  it("use the chosen columns in the table and in the export", async () => {
    const { posted } = mockApi({
      "withdrawals/": () => page(row()),
      "exports/": () => refusal("x"),
    });
    show(<WithdrawsPage />, "/withdraws");
    await screen.findByRole("columnheader", { name: "Bank code" });
    await userEvent.click(screen.getByRole("button", { name: "Columns" }));
    await userEvent.click(await screen.findByLabelText("Bank code"));
    await waitFor(() =>
      expect(screen.queryByRole("columnheader", { name: "Bank code" })).toBeNull(),
    );
    expect(screen.getByRole("columnheader", { name: "Bank account" })).toBeInTheDocument();
    await userEvent.keyboard("{Escape}");
    await userEvent.click(screen.getByRole("button", { name: "Export" }));
    await userEvent.click(await screen.findByRole("radio", { name: "Visible columns" }));
    await userEvent.click(
      within(await screen.findByRole("dialog")).getByRole("button", { name: "Export" }),
    );
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]?.body.columns).toEqual([
      ...["requested_at", "name", "amount", "processed", "process_date"],
      ...["bank_name", "bank_account"],
    ]);
  });

  it("can be retried when they cannot be loaded", async () => {
    let available = false;
    mockApi({ "withdrawals/": () => (available ? page(row()) : refusal("forbidden", 403)) });
    show(<WithdrawsPage />, "/withdraws");
    const again = await screen.findByRole("button", { name: "Try again" });
    available = true;
    await userEvent.click(again);
    expect(await screen.findByRole("row", { name: /Ben Example/ })).toBeInTheDocument();
  });

  it("are filtered by state and search, and sorted, by the URL", async () => {
    const { requests } = mockApi({ "withdrawals/": () => page(row()) });
    show(<WithdrawsPage />, "/withdraws?show=all&q=Ben&from=2026-05-01&sort=-amount");
    await screen.findByRole("row", { name: /Ben Example/ });
    const query = requests.find((url) => url.pathname.endsWith("/withdrawals/"))?.searchParams;
    expect(query?.get("state")).toBeNull();
    expect(query?.get("search")).toBe("Ben");
    expect(query?.get("from")).toBe("2026-05-01");
    expect(query?.get("ordering")).toBe("-amount");
    fireEvent.click(screen.getByRole("button", { name: "Amount" }));
    await waitFor(() => expect(requests.at(-1)?.searchParams.get("ordering")).toBe("amount"));
  });

  it("wait for another admin above the limit, which is said before", async () => {
    const approvals: unknown[] = [];
    const { posted } = mockApi({
      "settings/": () => ({ approval_payout_limit: "39.9900" }),
      "approvals/": () => page(...approvals),
      "withdrawals/": () => page(row()),
      "withdrawals/1/process/": () => {
        approvals.push({ id: 5, kind: "payout", withdrawal_id: 1, batch_id: null });
        return Response.json(
          { approval_id: 5, requested_at: "2026-11-27T10:00:00Z" },
          { status: 202 },
        );
      },
    });
    show(<WithdrawsPage />, "/withdraws");
    const process = { name: "Process: Ben Example, £40.00" };
    await userEvent.click(await screen.findByRole("button", process));
    const sheet = within(await screen.findByRole("dialog"));
    expect(await sheet.findByText(/above the limit of £39\.99/)).toBeVisible();
    await userEvent.click(sheet.getByRole("button", { name: "Request approval" }));
    await waitFor(() => expect(posted).toHaveLength(1));
    const link = await screen.findByRole("link", { name: "Waiting for approval" });
    expect(link).toHaveAttribute("href", "/approvals?approval=5");
    expect(screen.getByRole("button", process)).toHaveAttribute("aria-disabled", "true");
  });

  it("are processed with a date", async () => {
    const { posted } = mockApi({
      "withdrawals/": () => page(row()),
      "withdrawals/1/process/": () => row({ state: "processed", process_date: "2026-05-05" }),
    });
    show(<WithdrawsPage />, "/withdraws");
    await userEvent.click(
      await screen.findByRole("button", { name: "Process: Ben Example, £40.00" }),
    );
    const sheet = within(await screen.findByRole("dialog"));
    fireEvent.change(sheet.getByLabelText("Process date"), { target: { value: "2026-05-05" } });
    await userEvent.click(sheet.getByRole("button", { name: "Process" }));
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]).toMatchObject({
      path: "withdrawals/1/process/",
      body: { process_date: "2026-05-05" },
    });
    expect(posted[0]?.key).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("show that another admin processed them, and stay unchanged", async () => {
    mockApi({
      "withdrawals/": () => page(row()),
      "withdrawals/1/process/": () => refusal("already_processed"),
    });
    show(<WithdrawsPage />, "/withdraws");
    await userEvent.click(
      await screen.findByRole("button", { name: "Process: Ben Example, £40.00" }),
    );
    const sheet = within(await screen.findByRole("dialog"));
    await userEvent.click(sheet.getByRole("button", { name: "Process" }));
    expect(await sheet.findByRole("alert")).toHaveTextContent("already processed");
  });

  it("cannot be rejected without a reason", async () => {
    const { posted } = mockApi({
      "withdrawals/": () => page(row()),
      "withdrawals/1/reject/": () => row({ state: "rejected", reason: "Closed." }),
    });
    show(<WithdrawsPage />, "/withdraws");
    await userEvent.click(
      await screen.findByRole("button", { name: "Reject: Ben Example, £40.00" }),
    );
    const sheet = within(await screen.findByRole("dialog"));
    await userEvent.click(sheet.getByRole("button", { name: "Reject" }));
    expect(posted).toHaveLength(0);
    await userEvent.type(sheet.getByLabelText("Reason"), "Closed.");
    await userEvent.click(sheet.getByRole("button", { name: "Reject" }));
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]?.body).toEqual({ reason: "Closed." });
  });

  it("cannot be decided again or added to a file once decided", async () => {
    mockApi({
      "withdrawals/": () => page(row({ state: "processed", process_date: "2026-05-05" })),
    });
    show(<WithdrawsPage />, "/withdraws?show=all");
    const process = await screen.findByRole("button", { name: /^Process: Ben/ });
    expect(process).toHaveAttribute("aria-disabled", "true");
    await userEvent.click(process);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(screen.getByRole("checkbox", { name: /^Select Ben/ })).toBeDisabled();
  });

  it("go into one bank file when selected", async () => {
    const file = { id: 3, rows: 1, open_rows: 1, total: "40.0000", created_by: "Dora" };
    const { posted, requests } = mockApi({
      "withdrawals/": () => page(row(), row({ id: 2, name: "Cid Example", bank_account: "" })),
      "POST withdrawals/batches/": () => Response.json(file, { status: 201 }),
      "withdrawals/batches/3/file/": () => new Response("reference,name\n"),
    });
    show(<WithdrawsPage />, "/withdraws");
    const cid = await screen.findByRole("checkbox", { name: /^Select Cid/ });
    expect(cid).toBeDisabled();
    await userEvent.click(screen.getByRole("checkbox", { name: /^Select Ben/ }));
    await userEvent.click(await screen.findByRole("button", { name: "Export 1 withdrawal" }));
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]?.body).toEqual({ ids: [1] });
    await waitFor(() =>
      expect(requests.some((url) => url.pathname.endsWith("batches/3/file/"))).toBe(true),
    );
  });

  it("are selected all at once, or by the space key", async () => {
    mockApi({ "withdrawals/": () => page(row(), row({ id: 2, name: "Cid Example" })) });
    show(<WithdrawsPage />, "/withdraws");
    const ben = await screen.findByRole("checkbox", { name: /^Select Ben/ });
    await userEvent.click(screen.getByRole("checkbox", { name: "Select all in the list" }));
    expect(ben).toBeChecked();
    expect(screen.getByText("2 selected")).toBeInTheDocument();
    const grid = screen.getByRole("grid", { name: "Withdrawals" });
    within(grid).getAllByRole("gridcell")[0]?.focus();
    await userEvent.keyboard("{ArrowRight} ");
    expect(ben).not.toBeChecked();
    expect(screen.getByText("1 selected")).toBeInTheDocument();
  });

  it("are processed at once for a whole file", async () => {
    const file = {
      id: 3,
      rows: 2,
      open_rows: 2,
      total: "60.0000",
      created_by: "Dora Example",
      created_at: "2026-05-05T10:00:00Z",
    };
    const { posted } = mockApi({
      "withdrawals/": () => page(row()),
      "GET withdrawals/batches/": () => page(file),
      "withdrawals/batches/3/process/": () => ({ ...file, open_rows: 0 }),
    });
    show(<WithdrawsPage />, "/withdraws");
    await userEvent.click(await screen.findByRole("button", { name: "Bank files" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByText("£60.00")).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Process" }));
    const sheet = within(
      await screen.findByRole("dialog", { name: "Process file 3: 2 withdrawals" }),
    );
    await userEvent.click(sheet.getByRole("button", { name: "Process" }));
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]?.path).toBe("withdrawals/batches/3/process/");
  });
});
