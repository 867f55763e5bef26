import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { changeLanguage, loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { Statements } from "./statements";
import { StatementsPage } from "./statements-page";

const WEEKS = [
  { week: "2026-11-16", until: "2026-11-22", so_far: true },
  { week: "2026-11-09", until: "2026-11-15", so_far: false },
];
/** Some versions of Intl have thin spaces around the dash. */
const WEEK = /^16\s?–\s?22 Nov 2026$/;
const WEEK_BEFORE = /^9\s?–\s?15 Nov 2026$/;
const RUNNING = {
  ...WEEKS[0],
  trips: 2,
  fares: "143.7600",
  convenience_fees: "18.7600",
  driver_share: "125.0000",
  movements: [
    { kind: "driver_share", amount: "125.0000" },
    { kind: "cash_settlement", amount: "-71.8800" },
    { kind: "cancellation_fee", amount: "4.0000" },
  ],
  net: "57.1200",
  opening_balance: "10.0000",
  closing_balance: "67.1200",
};
const QUIET = {
  ...WEEKS[1],
  trips: 0,
  fares: "0.0000",
  convenience_fees: "0.0000",
  driver_share: "0.0000",
  movements: [],
  net: "0.0000",
  opening_balance: "10.0000",
  closing_balance: "10.0000",
};
const PDF = () => new Response("%PDF-", { headers: { "Content-Type": "application/pdf" } });

let requests: string[] = [];

/** Serves the server's responses by path. */
function serve(base = "me/statements/", others: Record<string, () => Response> = {}): void {
  const defaults: Record<string, () => Response> = {
    "settings/public/": () =>
      Response.json({ symbol: "£", decimal: 2, time_zone: "America/New_York" }),
    [base]: () => Response.json({ results: WEEKS }),
    [`${base}2026-11-16/`]: () => Response.json(RUNNING),
    [`${base}2026-11-16/?format=pdf`]: PDF,
    [`${base}2026-11-09/`]: () => Response.json(QUIET),
    [`${base}2026-11-09/?format=pdf`]: PDF,
  };
  vi.stubGlobal("fetch", async (url: string) => {
    const path = url.replace("/api/v1/", "");
    requests.push(path);
    return (
      { ...defaults, ...others }[path]?.() ?? Response.json({ code: "not_found" }, { status: 404 })
    );
  });
}

function open(page = <StatementsPage />, at = "/statements"): void {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[at]}>{page}</MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => {
  requests = [];
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the weekly statement", () => {
  it("contains only the trips when the server omits the wallet", async () => {
    const { movements: _m, net: _n, opening_balance: _o, closing_balance: _c, ...trips } = RUNNING;
    serve("me/statements/", { "me/statements/2026-11-16/": () => Response.json(trips) });
    open();
    const sheet = await screen.findByRole("article", { name: WEEK });
    await waitFor(() => expect(sheet).toHaveTextContent("Driver share£125.00"));
    expect(sheet).not.toHaveTextContent("balance");
    expect(sheet).not.toHaveTextContent("Wallet");
  });

  it("shows the current week from the opening to the closing balance", async () => {
    serve();
    open();
    const sheet = await screen.findByRole("article", { name: WEEK });
    await waitFor(() => expect(sheet).toHaveTextContent("£143.76"));
    for (const text of [
      "So far",
      "Number of trips2",
      "Convenience fee−£18.76",
      "Driver share£125.00",
      "Opening balance£10.00",
      "Cash collected−£71.88",
      "Cancellation fee£4.00",
      "Net change£57.12",
      "Closing balance£67.12",
    ]) {
      expect(sheet).toHaveTextContent(text);
    }
    expect(screen.getByRole("button", { name: "Next week" })).toBeDisabled();
  });

  it("changes the week, and shows when there are no entries", async () => {
    serve();
    open();
    await screen.findByRole("article");
    await userEvent.click(screen.getByRole("button", { name: "Previous week" }));
    const sheet = await screen.findByRole("article", { name: WEEK_BEFORE });
    expect(sheet).toHaveTextContent("No transactions this week");
    expect(sheet).not.toHaveTextContent("So far");
    expect(screen.getByRole("button", { name: "Previous week" })).toBeDisabled();
    await userEvent.click(screen.getByRole("button", { name: "Next week" }));
    expect(await screen.findByRole("article", { name: WEEK })).toBeVisible();
  });

  it("is downloaded as a PDF named after its week", async () => {
    serve();
    const saved: string[] = [];
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x" }));
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    open(<StatementsPage />, "/statements?week=2026-11-09");
    await screen.findByRole("article");
    await userEvent.click(screen.getByRole("button", { name: "Download PDF" }));
    await waitFor(() => expect(saved).toEqual(["statement-2026-11-09.pdf"]));
    expect(requests.at(-1)).toBe("me/statements/2026-11-09/?format=pdf");
  });

  it("shows that the file could not be created", async () => {
    serve("me/statements/", {
      "me/statements/2026-11-16/?format=pdf": () =>
        Response.json({ code: "forbidden" }, { status: 403 }),
    });
    open();
    await screen.findByRole("article");
    await userEvent.click(screen.getByRole("button", { name: "Download PDF" }));
    expect(await screen.findByRole("alert")).toBeVisible();
  });

  it("shows that the weeks cannot be loaded, and retries", async () => {
    serve("me/statements/", {
      "me/statements/": () => Response.json({ code: "forbidden" }, { status: 403 }),
    });
    open();
    expect(screen.getByRole("status")).toBeInTheDocument();
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    serve();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("article")).toBeVisible();
  });

  it("shows the page's driver to staff", async () => {
    serve("drivers/8/statements/");
    open(<Statements driver={8} />, "/people/8?tab=statements");
    const sheet = await screen.findByRole("article");
    await waitFor(() => expect(sheet).toHaveTextContent("Closing balance£67.12"));
    expect(requests).toContain("drivers/8/statements/2026-11-16/");
  });

  it("is available in Arabic", async () => {
    serve();
    await changeLanguage("ar");
    open();
    expect(await screen.findByRole("article")).toHaveTextContent("الرصيد الختامي");
    await changeLanguage("en");
  });
});
