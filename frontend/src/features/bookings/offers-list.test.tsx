import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { BookingOffer } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { OffersList } from "./offers-list";

const offer = (id: number, name: string, changes: Partial<BookingOffer> = {}) =>
  ({
    id,
    driver: { id, name },
    state: "expired",
    round: 1,
    rank: 1,
    distance_km: 1.2,
    eta_seconds: 240,
    offered_at: "2026-01-01T10:00:00Z",
    expires_at: "2026-01-01T10:01:00Z",
    answered_at: "2026-01-01T10:01:00Z",
    policy: "broadcast",
    ...changes,
  }) as BookingOffer;

function show(results: BookingOffer[] | null) {
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.includes("settings/public")) return Response.json({ symbol: "£", time_zone: "UTC" });
    return results ? Response.json({ results }) : Response.json({ code: "x" }, { status: 500 });
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <OffersList id={81} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("the list of offers", () => {
  it("shows every offer by wave, with rank, distance, time and response", async () => {
    show([
      offer(1, "Ben Near"),
      offer(2, "Bo Far", { rank: 2, state: "declined", answered_at: "2026-01-01T10:00:12Z" }),
      offer(3, "Di Soon", {
        round: 2,
        policy: "waves",
        state: "accepted",
        answered_at: "2026-01-01T10:01:07Z",
        offered_at: "2026-01-01T10:01:00Z",
      }),
    ]);
    const table = within(await screen.findByRole("table"));
    const heads = table.getAllByRole("rowheader").map((head) => head.textContent);
    expect(heads[0]).toContain("Round 1all nearby drivers at once");
    expect(heads[1]).toContain("Round 2in waves, nearest first");
    expect(table.getByRole("row", { name: /1 Ben Near 1.2 km 4 min no response$/ })).toBeVisible();
    expect(table.getByRole("row", { name: /2 Bo Far .* declined ?after 12 s/ })).toBeVisible();
    expect(table.getByRole("row", { name: /1 Di Soon .* accepted ?after 7 s/ })).toBeVisible();
  });

  it("marks unknown values", async () => {
    show([offer(1, "Ben", { distance_km: null, eta_seconds: null, policy: null })]);
    const row = await screen.findByRole("row", { name: /Ben/ });
    expect(row).toHaveTextContent("1Ben\u2013\u2013no response");
  });

  it("names an admin's own choice", async () => {
    show([offer(1, "Ben", { policy: "manual", state: "offered", answered_at: null })]);
    expect(await screen.findByText(/chosen by an admin/)).toBeInTheDocument();
    expect(screen.getByRole("row", { name: /Ben/ })).toHaveTextContent(/waiting$/);
  });

  it("shows that there are no offers", async () => {
    show([]);
    expect(await screen.findByText("No requests sent yet")).toBeInTheDocument();
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
  });

  it("offers a retry when it cannot be loaded", async () => {
    show(null);
    expect(await screen.findByRole("button", { name: "Try again" })).toBeInTheDocument();
  });
});
