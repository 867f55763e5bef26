import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { publicSettingsQuery } from "@/api/catalogue";
import { ownDocumentsKey } from "@/api/own-documents";
import { createQueryClient } from "@/api/query-client";
import type { Eligibility } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { AvailabilityBar } from "./availability-bar";
import { NoTrips } from "./no-trips";

const ELIGIBLE: Eligibility = {
  may_be_offered: true,
  reasons: [],
  balance: "40.0000",
  cash_minimum: "1.5000",
  top_up: "0.0000",
  expired_documents: [],
  missing_documents: [],
  warnings: [],
  fit_until: null,
};

const required = (kind: string, state: string) => ({ subject: "driver", kind, state });

function show(changes: Partial<Eligibility>, blocked = false, documents: object[] = []) {
  const client = createQueryClient();
  const own = { required: documents, documents: [], vehicle: null };
  client.setQueryData(ownDocumentsKey, own as never);
  client.setQueryData(publicSettingsQuery().queryKey, {
    symbol: "$",
    decimal: 2,
    swipe_symbol: false,
    convert_to_mile: false,
  } as never);
  const eligibility = { ...ELIGIBLE, ...changes };
  render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <AvailabilityBar active busy={false} feed="sending" eligibility={eligibility} />
          <NoTrips eligibility={eligibility} blocked={blocked} />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

describe("the reasons why no trips are offered", () => {
  it("are hidden when trips are offered", () => {
    show({});
    expect(screen.getByText("You’re getting trip requests nearby.")).toBeInTheDocument();
    expect(screen.queryByRole("status")).not.toBeInTheDocument();
  });

  it("name the amount to top up, and link to the wallet", () => {
    show({ reasons: ["low_balance"], top_up: "10.0000" });
    expect(screen.getByText("You’re not getting cash trips.")).toBeInTheDocument();
    expect(screen.getByText("Top up $10.00 to receive cash trips.")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Top up" })).toHaveAttribute("href", "/wallet");
  });

  it("name the expired documents", () => {
    show({
      may_be_offered: false,
      reasons: ["documents_expired"],
      expired_documents: [
        { id: 1, kind: "license" },
        { id: 2, kind: "insurance" },
      ],
    });
    expect(screen.getByText("You can’t get trips yet.")).toBeInTheDocument();
    expect(screen.getByText(/^Expired: driving licence and insurance\./)).toBeInTheDocument();
  });

  it("have no link to the documents if none is required", () => {
    const documents_expired = [{ id: 1, kind: "license" as const }];
    show({ reasons: ["documents_expired"], expired_documents: documents_expired });
    expect(screen.getByText(/^Expired: driving licence\./)).toBeInTheDocument();
    expect(screen.queryByRole("link")).not.toBeInTheDocument();
  });

  it("link missing documents, and show which ones wait for review", () => {
    const missing = (kind: "permit" | "medical") => ({
      subject: "driver" as const,
      kind,
      reason: "documents_missing" as const,
    });
    show(
      {
        may_be_offered: false,
        reasons: ["documents_missing"],
        missing_documents: [missing("permit"), missing("medical")],
      },
      false,
      [required("permit", "submitted"), required("medical", "rejected")],
    );
    expect(screen.getByText(/^Missing: medical certificate\./)).toBeInTheDocument();
    expect(screen.getByText(/^Waiting for review: driver permit\./)).toBeInTheDocument();
    for (const link of screen.getAllByRole("link", { name: "Go to documents" })) {
      expect(link).toHaveAttribute("href", "/profile#documents");
    }
  });

  it("do not repeat the switch and the trip", () => {
    show({ may_be_offered: false, reasons: ["offline", "busy"] });
    expect(screen.queryByRole("status")).not.toBeInTheDocument();
  });

  it("leave a missing position to its own panel", () => {
    show({ may_be_offered: false, reasons: ["stale_position"] }, true);
    expect(screen.queryByRole("status")).not.toBeInTheDocument();
  });
});

describe("a break", () => {
  it.each([
    ["break_due", "Take a break", "me/shift/break/"],
    ["on_break", "End break", "me/shift/resume/"],
  ])("for the reason %s is a button that posts", async (reason, name, path) => {
    const posted: string[] = [];
    vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
      if (init.method === "POST") posted.push(url);
      return Response.json({ code: "shifts_off", detail: "Shifts are off." }, { status: 409 });
    });
    show({ may_be_offered: false, reasons: [reason] } as Partial<Eligibility>);
    await userEvent.click(screen.getByRole("button", { name }));
    expect(await screen.findByRole("alert")).toBeVisible();
    expect(posted).toEqual([`/api/v1/${path}`]);
    vi.unstubAllGlobals();
  });
});
